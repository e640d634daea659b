/** Draws what a push only names: the map's labels and pieces, the trips to choose from, and parts that
 *  are the same at every moment. It draws them just as games/rang_ro/board.py does in a page; how they
 *  are written is told in games/rang_ro/compact.py. */

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const PIECES = 1.5; // how large pieces are on the whole map
const LIFT = 2; // how far above its place a name stands
const STOPS = { p: "plane", b: "boat", t: "train" };

const safe = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

let known = null; // every province by its letter

function provinces() {
  known ??= new Map(
    document.getElementById("rr-sprite").dataset.places.split(";").map((line) => {
      const [letter, slug, x, y, region, name] = line.split(",");
      return [letter, { slug, x: Number(x), y: Number(y), region, name }];
    }),
  );
  return known;
}

const places = (letters) => [...letters].map((letter) => provinces().get(letter));

/** "0Mf,2F": what each seat has. */
function bySeat(text) {
  return text ? text.split(",").map(([seat, ...letters]) => ({ seat: Number(seat), at: places(letters) })) : [];
}

/** Who is where, in the order they came in. */
function together(held) {
  const found = new Map();
  for (const { seat, at } of held) for (const one of at) found.set(one, [...(found.get(one) ?? []), seat]);
  return found;
}

function piece(x, y, scale, what, inside) {
  return `<g ${what} transform="translate(${Math.round(x)} ${Math.round(y)})scale(${scale})">${inside}</g>`;
}

/** Flags above a province's pin, pawns below it, beside one another. */
function pieces({ flags, pawns, me }, scale) {
  let drawn = "";
  for (const [{ slug, x, y }, seats] of together(flags)) {
    seats.forEach((seat, n) => {
      const off = (n - (seats.length - 1) / 2) * 24 - 10;
      drawn += piece(x + off * scale, y - 28 * scale, scale, `data-flag="${seat}-${slug}"`, `<use href="#rr-f${seat + 1}"/>`);
    });
  }
  const mine = ({ seat }) => Number(seat === me);
  for (const [{ x, y }, seats] of together([...pawns].sort((a, b) => mine(a) - mine(b)))) {
    seats.forEach((seat, n) => {
      const off = (n - (seats.length - 1) / 2) * 30;
      const halo = seat === me ? ' class="me"' : "";
      drawn += piece(x + off * scale, y + 34 * scale, scale, `data-pawn="${seat}"`, `<use href="#rr-p${seat + 1}"${halo}/>`);
    });
  }
  return drawn;
}

function hubs({ x, y, stops }, k) {
  return [...stops].map((by, n) => {
    const off = (n - (stops.length - 1) / 2) * 15 - 6.5;
    const side = Math.round(13 * k);
    return `<use class="hub" href="#rr-${STOPS[by]}" x="${Math.round(x + off * k)}" y="${Math.round(y - 23 * k)}" width="${side}" height="${side}"/>`;
  }).join("");
}

function name({ slug, x, y, name: words, down, price, can, on }, k) {
  const pill = price ? `<g class="cost"><rect x="-18" y="10" width="36" height="20" rx="10"/><circle cx="-8" cy="20" r="5.5"/><text x="6" y="24.5">${price}</text></g>` : "";
  const css = `class="pl${can ? " can" : ""}${on ? " on" : ""}"${can ? ` data-at="${slug}"` : ""}`;
  return `<g ${css} transform="translate(${x} ${y + down})scale(${k})"><text class="pn" y="5" text-anchor="middle">${safe(words)}</text>${pill}</g>`;
}

/** "Mpt+8!": where, its stops, how far down, whether it matters now. */
function label(text, fares, k) {
  const [, letter, stops, down, on] = /^(.)([pbt]*)(?:\+(\d+))?(!?)$/.exec(text);
  const at = provinces().get(letter);
  const lift = Math.round(-LIFT * k);
  return { ...at, stops, down: Number(down ?? 0) + lift, price: fares.get(at.slug), can: fares.has(at.slug), on: Boolean(on) };
}

/** Where an offered trip ends ("car:ha-nam+nam-dinh:"; a start is a province alone), and its price. */
export const ends = (option) => (option.value.split(":")[1] ?? option.value).split("+").pop();
export const price = (option) => option.text.split(", ").pop();

/** Every province that may be chosen, with the least fare there; 0 for a start. */
function reach() {
  const found = new Map();
  for (const option of all("#ask [data-pick] option").filter((one) => one.value)) {
    const fare = option.value.includes(":") ? parseInt(price(option), 10) : 0;
    found.set(ends(option), Math.min(fare, found.get(ends(option)) ?? Infinity));
  }
  return found;
}

/** The pieces in words, for who does not see them. */
function said({ flags, pawns }, who) {
  const { stands, planted } = document.getElementById("rr-sprite").dataset;
  const told = (sentence, seat, facts) => sentence.replace(/%\((\w+)\)s/g, (_whole, key) => ({ name: who[seat] ?? "", ...facts })[key]);
  return [
    ...pawns.map(({ seat, at: [one] }) => told(stands, seat, { province: one.name })),
    ...flags.map(({ seat, at }) => told(planted, seat, { where: at.map((one) => one.name).join(", ") })),
  ].join(" ");
}

function maps(near) {
  const { labels, flags, pawns, who, me } = near.dataset;
  const k = Number(near.dataset.k);
  const standing = { flags: bySeat(flags), pawns: bySeat(pawns), me: me === "" ? -1 : Number(me) };
  const fares = reach();
  const named = labels ? labels.split(" ").map((text) => label(text, fares, k)) : [];
  const open = [...provinces().values()].filter(({ slug }) => fares.has(slug));
  near.querySelector(".reach").innerHTML = open.map(({ slug, region }) => `<use href="#o-${slug}" class="r-${region} can" data-to="${slug}"/>`).join("");
  near.querySelector(".pieces").innerHTML = named.map((one) => hubs(one, k)).join("") + pieces(standing, k);
  near.querySelector(".labels-near").innerHTML = named.map((one) => name(one, k)).join("");
  near.removeAttribute("data-labels"); // drawn
  const whole = document.getElementById("rr-whole");
  if (!whole) return;
  whole.querySelector(".pieces").innerHTML = pieces(standing, PIECES);
  whole.querySelector("desc").textContent = said(standing, who.split("\t"));
}

/** "4 coins|||MN|OP|Q.R.S T.U": the trips of one vehicle and fare: straight, onward from the end of
 *  one that was told before, others. */
function trips(group) {
  const before = new Map();
  for (const line of group.dataset.trips.split(";").filter(Boolean)) {
    const [coins, attach, cards, straight, onward, other] = line.split("|");
    const told = (way) => {
      const end = way[way.length - 1];
      if (!before.has(end)) before.set(end, way);
      return way;
    };
    const ways = [
      ...[...straight].map((to) => told([to])),
      ...(onward.match(/../g) ?? []).map(([from, to]) => told([...before.get(from), to])),
      ...other.split(" ").filter(Boolean).map((way) => way.split(".")),
    ];
    const found = ways.map((way) => {
      const stops = places(way);
      const words = stops[stops.length - 1].name + (cards ? ` (${cards})` : "");
      return new Option(`${words}, ${coins}`, `${group.dataset.by}:${stops.map(({ slug }) => slug).join("+")}:${attach}`);
    });
    group.append(...found.sort((a, b) => (a.text < b.text ? -1 : 1)));
  }
  group.removeAttribute("data-trips");
}

function options(select) {
  select.append(...places(select.dataset.places).map(({ slug, name: words }) => new Option(words, slug)));
  select.removeAttribute("data-places");
}

/** What a sign means, for who points at it: the words beside it that are read aloud. */
function titles() {
  for (const words of all("#rr .it > .vh, .quest .vh, .has > span > .vh")) words.parentElement.title ||= words.textContent.trim();
}

/** All that the last push left to be drawn; nothing on a page as it was loaded. */
export function draw() {
  for (const gap of all("[data-part]")) {
    const part = document.getElementById(`rr-part-${gap.dataset.part}`);
    if (part) gap.replaceWith(part.content.cloneNode(true));
  }
  for (const group of all("[data-trips]")) trips(group);
  for (const select of all("select[data-places]")) options(select);
  titles();
  const near = document.getElementById("rr-near");
  if (near && "labels" in near.dataset) maps(near);
}
