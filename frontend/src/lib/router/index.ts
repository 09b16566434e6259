/** The app's own router: what this app needs of one, in two kilobytes (docs/decisions/0015). */
export * from "./hooks";
export * from "./links";
export type { RouteObject } from "./match";
export type { Location } from "./places";
export { createBrowserRouter, createMemoryRouter } from "./router";
export * from "./screens";
export { ScrollRestoration } from "./scroll";
