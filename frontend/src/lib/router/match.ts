/** Which screens an address leads to. */
import type { ComponentType, ReactNode } from "react";

export interface RouteObject {
  path?: string;
  index?: boolean;
  element?: ReactNode;
  /** Shown in the place of this route when something inside it breaks. */
  errorElement?: ReactNode;
  /** A screen whose code is fetched when it is first opened. */
  lazy?: () => Promise<{ Component: ComponentType }>;
  children?: RouteObject[];
}

export type Params = Readonly<Record<string, string | undefined>>;

interface Branch {
  pattern: RegExp;
  routes: RouteObject[];
}

export interface Match {
  routes: RouteObject[];
  params: Params;
}

/** The ways through the tree in their written order, each with its whole address. */
export function branchesOf(routes: RouteObject[], above: RouteObject[] = [], before = ""): Branch[] {
  return routes.flatMap((route) => {
    const path = route.path?.startsWith("/") ? route.path : [before, route.path].filter(Boolean).join("/");
    const way = [...above, route];
    return route.children ? branchesOf(route.children, way, path) : [{ pattern: patternOf(path), routes: way }];
  });
}

/** The first that fits: the router's table lists the particular before the general. */
export function match(branches: Branch[], pathname: string): Match {
  for (const { pattern, routes } of branches) {
    const found = pattern.exec(pathname);
    if (found) return { routes, params: decoded(found.groups ?? {}) };
  }
  return { routes: [], params: {} };
}

function patternOf(path: string): RegExp {
  if (path.endsWith("*")) return /^/;
  const parts = path.split("/").filter(Boolean);
  const written = parts.map((part) =>
    part.startsWith(":") ? `(?<${part.slice(1)}>[^/]+)` : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
  );
  return new RegExp(`^/${written.join("/")}/?$`, "i");
}

function decoded(groups: Record<string, string>): Params {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, readable(value)]));
}

function readable(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
