/** Addresses, the history, and steps that are held: what the app asks of its router. */
import { expect, it, vi } from "vitest";
import { createMemoryRouter, type RouteObject } from ".";

const Screen = () => null;
const routes: RouteObject[] = [
  {
    children: [
      { path: "/" },
      { path: "/products" },
      { path: "/products/:id" },
      { path: "/sell", children: [{ index: true }, { path: "listed/:id" }] },
      { path: "/late", lazy: () => new Promise((done) => setTimeout(() => done({ Component: Screen }), 20)) },
      {
        path: "/broken",
        lazy: vi.fn().mockRejectedValueOnce(new Error("gone")).mockResolvedValue({ Component: Screen }),
      },
      { path: "*" },
    ],
  },
];

const at = (address: string) => createMemoryRouter(routes, address);
const shown = ({ state: { location, params, routes: way } }: ReturnType<typeof at>) => ({
  address: location.pathname + location.search + location.hash,
  params,
  path: way.at(-1)?.path,
});

it.each([
  ["/", "/", {}],
  ["/products", "/products", {}],
  ["/Products/", "/products", {}],
  ["/products/8", "/products/:id", { id: "8" }],
  ["/products/a%20b", "/products/:id", { id: "a b" }],
  ["/products/%E0%A4%A", "/products/:id", { id: "%E0%A4%A" }],
  ["/sell", undefined, {}],
  ["/sell/listed/3", "listed/:id", { id: "3" }],
  ["/products/8/more", "*", {}],
])("%s is found", (address, path, params) => {
  expect(shown(at(address))).toMatchObject({ path, params });
});

it("goes on, replaces, and goes back", async () => {
  const router = at("/");
  await router.navigate("/products?search=oud");
  await router.navigate({ search: "?search=musk" }, { replace: true, state: { pages: 2 } });
  expect(shown(router).address).toBe("/products?search=musk");
  expect(router.state.location.state).toEqual({ pages: 2 });
  await router.navigate("?", {});
  expect(shown(router).address).toBe("/products");
  await router.navigate(-2);
  expect(shown(router).address).toBe("/");
});

it("the address changes when the screen is here, and the last click counts", async () => {
  const router = at("/");
  const late = router.navigate("/late");
  expect(shown(router).address).toBe("/");
  await router.navigate("/products");
  await late;
  expect(shown(router).address).toBe("/products");
  await router.navigate("/late");
  expect(router.state.screens?.size).toBe(1);
});

it("a screen that could not be fetched is fetched again the next time", async () => {
  const router = at("/");
  const screenOf = () => router.state.screens?.get(router.state.routes.at(-1) as RouteObject);
  await router.navigate("/broken");
  expect(screenOf()).not.toBe(Screen);
  await router.navigate("/");
  await router.navigate("/broken");
  expect(screenOf()).toBe(Screen);
});

it("a held step waits for its answer, forward and back", async () => {
  const router = at("/");
  await router.navigate("/sell");
  const release = router.hold(() => true);
  await router.navigate("/products");
  expect(shown(router).address).toBe("/sell");
  router.held?.reset();
  expect(router.held).toBeNull();
  await router.navigate(-1);
  expect(shown(router).address).toBe("/sell");
  router.held?.proceed();
  await vi.waitFor(() => expect(shown(router).address).toBe("/"));
  release();
  await router.navigate("/products");
  expect(shown(router).address).toBe("/products");
});
