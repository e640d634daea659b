/** One question with a keyboard and aloud: 1–4 or A–D pick, Enter sends or, as →, goes on, a
 *  button reads. It listens on the document, so it also serves questions that arrive later. Without it answers
 *  are still pressed and sent by the form. */

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

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-read]");
  if (!button) return;
  if (speechSynthesis.speaking) {
    speechSynthesis.cancel();
    return;
  }
  const language = document.documentElement.lang === "en" ? "en" : "vi-VN";
  const speech = new SpeechSynthesisUtterance(wordsOf(button.closest("main") ?? document));
  speech.lang = language;
  speech.voice = speechSynthesis.getVoices().find((voice) => voice.lang.startsWith(language.slice(0, 2))) ?? null;
  speech.rate = 0.95;
  speechSynthesis.speak(speech);
});

addEventListener("pagehide", () => window.speechSynthesis?.cancel());
showReaders();
new MutationObserver(() => showReaders()).observe(document.body, { childList: true, subtree: true });
