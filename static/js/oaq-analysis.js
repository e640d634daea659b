/** An analysis in the making: asks every second how far it is. */

const EVERY = 1000;
const place = () => document.getElementById("analysis");

async function look() {
  const answer = await fetch(location.href, { headers: { "HX-Request": "true" }, cache: "no-store" }).catch(() => null);
  if (answer?.ok) {
    const template = document.createElement("template");
    template.innerHTML = await answer.text();
    place().replaceWith(template.content.querySelector("#analysis"));
  }
  later();
}

function later() {
  if (place().dataset.done === "0") setTimeout(look, EVERY);
}

later();
