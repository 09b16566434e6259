/** What a screen asks and tells the router. */
import { use, useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import type { Params } from "./match";
import type { Location } from "./places";
import type { Held, NavigateOptions, Router, State, To } from "./router";
import { RouterContext, StateContext } from "./screens";

export function useRouter(): Router {
  const router = use(RouterContext);
  if (!router) throw new Error("Outside of the router");
  return router;
}

export function useRouterState(): State {
  const state = use(StateContext);
  if (!state) throw new Error("Outside of the router");
  return state;
}

export function useLocation(): Location {
  return useRouterState().location;
}

export function useParams(): Params {
  return useRouterState().params;
}

type Go = (to: To | number, options?: NavigateOptions) => Promise<void>;

export function useNavigate(): Go {
  const router = useRouter();
  return useCallback<Go>((to, options) => router.navigate(to, options), [router]);
}

type Query = URLSearchParams | Record<string, string> | string;

export function useSearchParams(): [URLSearchParams, (next: Query, options?: NavigateOptions) => void] {
  const navigate = useNavigate();
  const { search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const change = useCallback(
    (next: Query, options?: NavigateOptions) => void navigate(`?${new URLSearchParams(next)}`, options),
    [navigate],
  );
  return [params, change];
}

/** Holds the reader back while `asks` says so; null as long as nobody is held. */
export function useHold(asks: () => boolean): Held | null {
  const router = useRouter();
  useEffect(() => router.hold(asks), [router, asks]);
  return useSyncExternalStore(router.onHeld, () => router.held);
}
