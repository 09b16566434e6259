import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { startWorker } from "./worker";

const SOURCE = readFileSync("public/sw.js", "utf8");
const PAGE = '<html lang="en-MY"><meta name="wangi-parts" content="/assets/first-1.js">';
type Listener = (event: Record<string, unknown>) => void;

function aWorker({ page = PAGE, online = true, others = ["wangi-old", "theirs"], tabs = [] as object[] } = {}) {
  const stores = new Map<string, Map<string, Response>>(others.map((name) => [name, new Map()]));
  const network = { online };
  const pathOf = (request: string | { url: string }) =>
    new URL(typeof request === "string" ? request : request.url, ORIGIN).pathname;
  const fetched = vi.fn(async (request: { url: string }) => {
    if (!network.online) throw new TypeError("no network");
    return new Response(pathOf(request) === "/index.html" ? page : `served ${pathOf(request)}`);
  });
  const storeOf = (name: string) => stores.get(name) ?? stores.set(name, new Map()).get(name) ?? new Map();
  const match = async (request: string | { url: string }) =>
    [...stores.values()]
      .map((store) => store.get(pathOf(request)))
      .find(Boolean)
      ?.clone();
  const caches = {
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match,
    open: async (name: string) => ({
      match,
      put: async (request: { url: string }, answer: Response) => void storeOf(name).set(pathOf(request), answer),
      addAll: async (all: { url: string }[]) => {
        for (const request of all) storeOf(name).set(pathOf(request), await fetched(request));
      },
    }),
  };
  const shown = vi.fn(async (_title: string, _what: object) => undefined);
  const closed = vi.fn();
  const openWindow = vi.fn(async (_address: string) => undefined);
  const listeners: Record<string, Listener> = {};
  const self = {
    location: { origin: ORIGIN },
    registration: {
      navigationPreload: { enable: async () => undefined },
      showNotification: shown,
      getNotifications: async ({ tag }: { tag: string }) => [{ close: () => closed(tag) }],
    },
    clients: { matchAll: async () => tabs, openWindow },
    addEventListener: (name: string, listener: Listener) => {
      listeners[name] = listener;
    },
  };
  const written = SOURCE.replace('const BUILD = "none";', 'const BUILD = "new";')
    .replace("const SHELL = [];", 'const SHELL = ["/assets/first-1.js", "/index.html", "/start.js"];')
    .replace("const PARTS = [];", 'const PARTS = ["/assets/more-1.js"];');
  class Asked {
    url: string;
    constructor(path: string) {
      this.url = new URL(path, ORIGIN).href;
    }
  }
  new Function("self", "caches", "fetch", "Request", written)(self, caches, fetched, Asked);
  const wait = async (name: string) => {
    let work: unknown;
    listeners[name]?.({
      waitUntil: (promise: unknown) => {
        work = promise;
      },
    });
    await work;
  };
  const ask = async (path: string, { mode = "no-cors", method = "GET" } = {}) => {
    let answer: Promise<Response> | undefined;
    const url = new URL(path, ORIGIN).href;
    listeners.fetch?.({
      request: { url, mode, method },
      respondWith: (response: Promise<Response>) => {
        answer = response;
      },
    });
    return (await answer)?.text();
  };
  const dispatch = async (name: string, what: Record<string, unknown>) => {
    let work: unknown;
    listeners[name]?.({
      ...what,
      waitUntil: (promise: unknown) => {
        work = promise;
      },
    });
    await work;
  };
  return { stores, network, fetched, wait, ask, dispatch, shown, closed, openWindow };
}
const ORIGIN = "https://wangi.example";
const navigate = { mode: "navigate" };

describe("the worker", () => {
  test("opens any screen without a network, with the empty frame of its own release", async () => {
    const { wait, ask, network } = aWorker();
    await wait("install");
    network.online = false;
    expect(await ask("/products/12?x=1", navigate)).toBe(PAGE.replace("<html ", '<html data-kept="" '));
    expect(await ask("/start.js")).toBe("served /start.js");
  });

  test("shows the server's page while there is a network, so that a new release is seen at once", async () => {
    const { wait, ask } = aWorker();
    await wait("install");
    expect(await ask("/products/12", navigate)).toBe("served /products/12");
  });

  test.each([
    ["/api/user/7", {}],
    ["/api/user/7/export", navigate],
    ["/sitemap.xml", navigate],
    ["/api/images/abc-640", {}],
    ["/assets/strange.js", {}],
    ["/assets/first-1.js", { method: "POST" }],
    ["https://elsewhere.example/assets/first-1.js", {}],
  ])("leaves %s alone", async (path, how) => {
    const { wait, ask } = aWorker();
    await wait("install");
    expect(await ask(path, how)).toBeUndefined();
  });

  test("keeps nothing but files of its build, whatever is opened", async () => {
    const { wait, ask, stores } = aWorker();
    await wait("install");
    for (const path of ["/", "/messages", "/profile"]) await ask(path, navigate);
    await ask("/assets/more-1.js");
    await vi.waitFor(() =>
      expect([...(stores.get("wangi-new")?.keys() ?? [])].sort()).toEqual([
        "/assets/first-1.js",
        "/assets/more-1.js",
        "/index.html",
        "/start.js",
      ]),
    );
  });

  test("drops the caches of older releases once it takes over, and no one else's", async () => {
    const { wait, stores } = aWorker();
    await wait("install");
    expect([...stores.keys()]).toContain("wangi-old");
    await wait("activate");
    expect([...stores.keys()].sort()).toEqual(["theirs", "wangi-new"]);
  });

  test("does not take over from open tabs of an older release by itself", () => {
    expect(SOURCE).not.toMatch(/skipWaiting\(|clients\.claim\(/);
  });

  test("is not installed with the page of another release", async () => {
    const { wait } = aWorker({ page: "<html>another</html>" });
    await expect(wait("install")).rejects.toThrow("another release");
  });
});

const NEWS = { title: "You were outbid", body: "RM 130.00", link: "/auctions/7", tag: "t", lang: "en" };
const sent = { data: { json: () => NEWS } };

describe("a notice that is pushed", () => {
  test("is shown with its words, and replaces the same news", async () => {
    const { dispatch, shown } = aWorker();
    await dispatch("push", sent);
    expect(shown).toHaveBeenCalledWith(
      NEWS.title,
      expect.objectContaining({ body: NEWS.body, tag: "t", data: NEWS.link }),
    );
  });

  test("is left to the bell for who is looking at the app", async () => {
    const { dispatch, shown, closed } = aWorker({ tabs: [{ focused: true, url: ORIGIN }] });
    await dispatch("push", sent);
    expect(shown).toHaveBeenCalledWith(NEWS.title, expect.objectContaining({ silent: true }));
    expect(closed).toHaveBeenCalledWith("t");
  });

  test("that cannot be read is still shown, as browsers demand", async () => {
    const { dispatch, shown } = aWorker();
    await dispatch("push", { data: null });
    expect(shown).toHaveBeenCalledWith("Wangi", expect.objectContaining({ data: "/" }));
  });

  test.each([
    ["/auctions/7", `${ORIGIN}/auctions/7`],
    ["//evil.example/", `${ORIGIN}/`],
    ["https://evil.example/", `${ORIGIN}/`],
    ["javascript:alert(1)", `${ORIGIN}/`],
  ])("leads, once pressed, to its place on Wangi and nowhere else: %s", async (data, address) => {
    const { dispatch, openWindow } = aWorker();
    const close = vi.fn();
    await dispatch("notificationclick", { notification: { data, close } });
    expect(close).toHaveBeenCalledOnce();
    expect(openWindow).toHaveBeenCalledWith(address);
  });

  test("shows the tab that is there already", async () => {
    const focus = vi.fn(async () => undefined);
    const { dispatch, openWindow } = aWorker({ tabs: [{ url: `${ORIGIN}/auctions/7`, focus }] });
    await dispatch("notificationclick", { notification: { data: "/auctions/7", close: () => undefined } });
    expect(focus).toHaveBeenCalledOnce();
    expect(openWindow).not.toHaveBeenCalled();
  });
});

describe("keeping the worker", () => {
  test("while developing what an earlier build left is removed", async () => {
    const unregister = vi.fn(async () => true);
    const removed = vi.fn(async () => true);
    vi.stubGlobal("caches", { keys: async () => ["wangi-1", "theirs"], delete: removed });
    vi.stubGlobal("navigator", { serviceWorker: { getRegistrations: async () => [{ unregister }] } });
    startWorker(false);
    await vi.waitFor(() => expect(removed.mock.calls).toEqual([["wangi-1"]]));
    expect(unregister).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });
});
