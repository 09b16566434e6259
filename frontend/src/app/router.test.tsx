import { act, render, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { ComponentType } from "react";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router-dom";
import { expect, it, vi } from "vitest";
import { aProduct } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { Link } from "@/ui/link";
import { RouteError } from "./error-boundary";
import { Providers } from "./providers";
import { firstScreen, makeRouter } from "./router";
import { lazyScreen as fetched } from "./screen";

function Frame() {
  return (
    <>
      <Link to="/late">Late</Link>
      <Link to="/other">Other</Link>
      <Outlet />
    </>
  );
}

function shop(fetchScreen: () => Promise<ComponentType>, address = "/") {
  const router = createMemoryRouter(
    [
      {
        element: <Frame />,
        hydrateFallbackElement: <></>,
        children: [
          {
            errorElement: <RouteError />,
            children: [
              { path: "/", element: <h1>Home</h1> },
              { path: "/other", element: <h1>Other screen</h1> },
              { path: "/late", lazy: fetched(fetchScreen) },
            ],
          },
        ],
      },
    ],
    { initialEntries: [address] },
  );
  const draw = () =>
    render(
      <Providers>
        <RouterProvider router={router} />
      </Providers>,
    );
  return { router, draw };
}

const press = (name: string) => act(async () => screen.getByRole("link", { name }).click());
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const Late = () => <h1>Here at last</h1>;

it.each(["/products/8", "/Products/8/", "/products/8?from=mail"])("%s is the page of one bottle", async (address) => {
  server.use(http.get("*/api/products/8", () => HttpResponse.json(aProduct({ id: 8, name: "Smoke Vesper" }))));
  renderApp(address);
  expect(await screen.findByRole("heading", { level: 1, name: /Smoke Vesper/ })).toBeVisible();
});

it.each(["/products/8/more", "/sell/listed", "/%E0%A4%A"])("%s leads nowhere, and says so", async (address) => {
  renderApp(address);
  expect(await heading("404 Page Not Found")).toBeVisible();
});

it("the page that is read stays until the next one is here, and the last press counts", async () => {
  let arrive = (_: ComponentType) => {};
  const { router, draw } = shop(() => new Promise((done) => (arrive = done)));
  draw();
  await press("Late");
  expect(router.state.location.pathname).toBe("/");
  expect(await heading("Home")).toBeVisible();
  await press("Other");
  expect(await heading("Other screen")).toBeVisible();
  await act(async () => arrive(Late));
  expect(screen.queryByRole("heading", { name: "Here at last" })).toBeNull();
  await press("Late");
  expect(await heading("Here at last")).toBeVisible();
});

it("a screen that could not be fetched says so, and is asked for again the next time", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  let isThere = false;
  const { draw } = shop(async () => {
    if (isThere) return Late;
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  draw();
  await press("Late");
  expect(await heading("This page did not load")).toBeVisible();
  expect(screen.getByText(/A part of Wangi did not arrive/)).toBeVisible();
  isThere = true;
  await press("Other");
  expect(await heading("Other screen")).toBeVisible();
  await press("Late");
  expect(await heading("Here at last")).toBeVisible();
});

it("the code of a screen is fetched when its link is pointed at or reached by keyboard", async () => {
  const fetchLate = vi.fn(async () => Late);
  const { draw } = shop(fetchLate);
  draw();
  expect(fetchLate).not.toHaveBeenCalled();
  act(() => screen.getByRole("link", { name: "Late" }).focus());
  await waitFor(() => expect(fetchLate).toHaveBeenCalledTimes(1));
  expect(await heading("Home")).toBeVisible();
});

async function openPage() {
  const scroll = vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  const router = makeRouter();
  await firstScreen(router);
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  expect(await heading("Discover Your Signature Scent")).toBeVisible();
  return { scroll, router };
}

it("a drawn page keeps its scroll position when the app takes over", async () => {
  const { scroll, router } = await openPage();
  expect(scroll).not.toHaveBeenCalled();
  await act(() => router.navigate("/nowhere"));
  expect(await heading("404 Page Not Found")).toBeVisible();
  expect(scroll).toHaveBeenLastCalledWith(0, 0);
  router.dispose();
});

it("a page that is loaded again is scrolled as it was left", async () => {
  sessionStorage.setItem("wangi_scroll", JSON.stringify({ "/": 640 }));
  const { scroll, router } = await openPage();
  await waitFor(() => expect(scroll).toHaveBeenLastCalledWith(0, 640));
  router.dispose();
});
