/** One question with a keyboard, aloud and large: 1–4 or A–D pick, Enter sends or, as →, goes on, a
 *  button reads, a tap on the picture enlarges it. It listens on the document, so it also serves
 *  questions that arrive later. Without it answers are still pressed and sent by the form. */

const LETTERS = "ABCD";

/** The answer that a key means, among those that can be pressed now. */
function answerFor(key) {
  const letter = LETTERS[Number(key) - 1] ?? key.toUpperCase();
  if (!LETTERS.includes(letter)) return null;
  return document.querySelector(`button.answer[data-k="${letter}"]:enabled, label.answer[data-k="${letter}"]`);
}

function isTyping(target) {
  return target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]");
}

document.addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]")) return;
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || isTyping(event.target)) return;
  if (event.key.length === 1) {
    const answer = answerFor(event.key);
    if (answer) {
      event.preventDefault();
      (answer.querySelector("input") ?? answer).click();
    }
  } else if (event.key === "ArrowRight") {
    document.querySelector("[data-next]")?.click();
  } else if (event.key === "Enter" && (event.target === document.body || event.target.matches(".answers input"))) {
    // The keys tick without going to a box, which would send its form by itself.
    event.preventDefault();
    (document.querySelector(".answers .send:enabled") ?? document.querySelector("[data-next]"))?.click();
  }
});

/** Question first, then each answer with its letter, in one string. */
function wordsOf(root) {
  return [...root.querySelectorAll("[data-say]")]
    .map((part) => {
      const letter = part.closest("[data-k]")?.dataset.k;
      return letter ? `${letter}. ${part.textContent.trim()}.` : part.textContent.trim();
    })
    .join(" ");
}

function showReaders() {
  if (!("speechSynthesis" in window)) return;
  for (const button of document.querySelectorAll("[data-read][hidden]")) button.hidden = false;
}

let read = ""; // the words last read

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-read]");
  if (!button) return;
  if (speechSynthesis.speaking) {
    speechSynthesis.cancel();
    return;
  }
  const language = document.documentElement.lang === "en" ? "en" : "vi-VN";
  const speech = new SpeechSynthesisUtterance(wordsOf(button.closest("[data-aloud]") ?? button.closest("main") ?? document));
  read = speech.text;
  speech.lang = language;
  speech.voice = speechSynthesis.getVoices().find((voice) => voice.lang.startsWith(language.slice(0, 2))) ?? null;
  speech.rate = 0.95;
  speechSynthesis.speak(speech);
});

addEventListener("pagehide", () => window.speechSynthesis?.cancel());
document.addEventListener("stage", () => {
  if (read && read !== wordsOf(document.querySelector("[data-aloud]") ?? document)) window.speechSynthesis?.cancel(); // another question
});
showReaders();
new MutationObserver(() => showReaders()).observe(document.body, { childList: true, subtree: true });

/** The picture over the screen instead of on a page of its own: first as large as it is at hand,
 *  then sharper. Esc, a tap, or the next question closes it. */
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a.pic");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const small = link.querySelector("img");
  const dialog = Object.assign(document.createElement("dialog"), { className: "zoom" });
  const picture = Object.assign(new Image(), { src: small.currentSrc || small.src, alt: small.alt });
  const close = Object.assign(document.createElement("button"), { type: "button", className: "btn" });
  close.textContent = link.dataset.close;
  const sharper = Object.assign(new Image(), { src: link.href });
  sharper.addEventListener("load", () => (picture.src = sharper.src));
  const goAway = () => link.isConnected || dialog.close();
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    document.removeEventListener("stage", goAway);
    dialog.remove();
    link.focus();
  });
  document.addEventListener("stage", goAway);
  dialog.append(picture, close);
  dialog.setAttribute("aria-label", small.alt);
  document.body.append(dialog);
  dialog.showModal();
});
