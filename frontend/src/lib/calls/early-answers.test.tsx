import { readFileSync } from "node:fs";
import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { api } from "@/lib/calls/api-client";
import { aProduct } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";

const script = readFileSync("public/start.js", "utf8");
const opened: string[] = [];

afterEach(() => {
  delete window.wangiEarly;
  opened.length = 0;
});

function openAt(address: string): Record<string, Promise<Response>> {
  window.history.replaceState(null, "", address);
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => HttpResponse.json([]));
  new Function(script)();
  vi.restoreAllMocks();
  return window.wangiEarly ?? {};
}

it.each(["/", "/products", "/products/8"])(
  "at %s nothing is asked for that the screen does not ask for",
  async (address) => {
    const early = Object.keys(openAt(address));
    delete window.wangiEarly;
    expect(early.length).toBeGreaterThan(0);
    server.events.on("request:start", ({ request }) => {
      const { pathname, search } = new URL(request.url);
      opened.push(pathname + search);
    });
    server.use(http.get("*/api/products/8", () => HttpResponse.json(aProduct({ id: 8 }))));
    renderApp(address);
    await screen.findAllByRole("heading");
    await waitFor(() => expect(opened).toEqual(expect.arrayContaining(early)));
  },
);

it("a guest's first call takes the early answer, the next one asks again; a member always asks", async () => {
  let requestCount = 0;
  server.use(
    http.get("*/api/categories", () => {
      requestCount += 1;
      return HttpResponse.json(["fresh"]);
    }),
  );
  const early = () => ({ "/api/categories": Promise.resolve(HttpResponse.json(["early"])) });
  const call = async () => (await api.GET("/api/categories")).data;
  vi.spyOn(performance, "now").mockReturnValue(100);
  window.wangiEarly = early();
  expect(await call()).toEqual(["early"]);
  expect(await call()).toEqual(["fresh"]);
  localStorage.setItem("app_token", "a-token");
  window.wangiEarly = early();
  expect(await call()).toEqual(["fresh"]);
  expect(requestCount).toBe(2);
});
