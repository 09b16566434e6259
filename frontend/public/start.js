// Runs before the first paint, so a chosen theme never flashes. A file, because the policy allows no inline script.
(() => {
  let language = navigator.language.toLowerCase().startsWith("ms") ? "ms" : "en";
  let guest = true;
  try {
    const theme = localStorage.getItem("wangi_theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
    language = localStorage.getItem("wangi_language") || language;
    guest = !localStorage.getItem("app_token");
  } catch {
    // Storage may be blocked.
  }
  const { lang, dataset } = document.documentElement;
  if (dataset.drawn && !lang.startsWith(language)) dataset.drawn = "elsewhere";
  else if (dataset.drawn && !guest) dataset.drawn = "for-guests";
  // A button pressed before the code arrives is pressed again later (app/carry-on.ts).
  addEventListener(
    "click",
    (event) => {
      const button = dataset.drawn && event.target.closest("button");
      if (!button || button.form?.hasAttribute("action")) return;
      event.preventDefault();
      window.wangiPressed = button;
    },
    true,
  );
  const { pathname, search } = location;
  const product = pathname.match(/^\/products\/(\d+)$/)?.[1];

  const parts = JSON.parse(document.querySelector('meta[name="wangi-parts"]')?.content || "{}");
  const screen = Object.keys(parts.screens || {}).find((one) => new RegExp(one).test(pathname));
  const words = parts.words?.[language] || [];
  const here = screen ? [...parts.screens[screen], ...words] : words.slice(0, pathname === "/" ? 1 : 2);

  // The drawing is painted first: on a slow line the code would compete with it. A background page is never painted.
  if (!dataset.drawn || dataset.drawn === "elsewhere" || document.visibilityState !== "visible") return begin();
  let begun = false;
  const once = () => {
    if (!begun) begin();
    begun = true;
  };
  new PerformanceObserver(once).observe({ type: "paint", buffered: true });
  setTimeout(once, 2000);

  function begin() {
    const [app, ...others] = parts.app || [];
    for (const href of [...others, ...here]) add("link", { rel: "modulepreload", href, crossOrigin: "" });
    if (guest) window.wangiEarly = Object.fromEntries(asked().map((address) => [address, fetch(address)]));
    if (app) add("script", { type: "module", src: app, crossOrigin: "" });
  }

  /** The same addresses as in features/catalog/api.ts. lib/calls/early-answers.ts takes over the answers. */
  function asked() {
    if (pathname === "/") {
      return [
        "/api/products?type=regular&limit=24&showcase=true&sort=newest",
        "/api/products?type=auction&live=true&limit=12&showcase=true&sort=newest",
        "/api/products/featured",
      ];
    }
    if (pathname === "/products" && !search) return ["/api/products?limit=24", "/api/products/facets"];
    return product ? [`/api/products/${product}`] : [];
  }

  function add(tag, what) {
    document.head.append(Object.assign(document.createElement(tag), what));
  }
})();
