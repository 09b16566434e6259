/** What a page came drawn with stays in sight until its screen has data: no bar takes the place of a word that was read. */
const OPENING_MS = 20_000;

let kept: { place: Element; pathname: string } | undefined;

/** Call before the app draws over the page. */
export function keepDrawing(page: HTMLElement): void {
  const place = page.querySelector("[data-waits]");
  if (place) kept = { place, pathname: window.location.pathname };
}

/** The part that waits for data, as it stood in the page; only while that page is being opened. */
export function keptDrawing(): Element | undefined {
  if (performance.now() > OPENING_MS || kept?.pathname !== window.location.pathname) return undefined;
  return kept.place;
}
