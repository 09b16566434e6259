/** What a page came drawn with stays in sight until its screen has data: no bar takes the place of a word that was read. */
const OPENING_MS = 20_000;

let firstScreen: { place: Element; pathname: string } | undefined;

/** Call before the app draws over the page. What was drawn in a language that was not chosen is not kept (public/start.js). */
export function keepDrawing(page: HTMLElement): void {
  const elsewhere = document.documentElement.dataset.drawn === "elsewhere";
  const place = elsewhere ? null : page.querySelector("[data-waits]");
  firstScreen = place ? { place, pathname: window.location.pathname } : undefined;
}

/** The part that waits for data, as it stood in the page; only while that page is being opened. */
export function keptDrawing(): Element | undefined {
  if (performance.now() > OPENING_MS || firstScreen?.pathname !== window.location.pathname) return undefined;
  return firstScreen.place;
}
