const OPENING_MS = 20_000;

let firstScreen: { place: Element; pathname: string } | undefined;

/** Call before the first render. A drawing in another language is dropped (public/start.js). */
export function keepDrawing(page: HTMLElement): void {
  const elsewhere = document.documentElement.dataset.drawn === "elsewhere";
  const place = elsewhere ? null : page.querySelector("[data-waits]");
  firstScreen = place ? { place, pathname: window.location.pathname } : undefined;
}

export function keptDrawing(): Element | undefined {
  if (performance.now() > OPENING_MS || firstScreen?.pathname !== window.location.pathname) return undefined;
  return firstScreen.place;
}
