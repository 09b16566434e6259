/** Draws the screens of the address, one inside the other; what breaks shows its nearest error screen. */
import {
  Component,
  createContext,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { Location } from "./places";
import type { Router, State } from "./router";

export const RouterContext = createContext<Router | null>(null);
export const StateContext = createContext<State | null>(null);
const OutletContext = createContext<ReactNode>(null);
const ErrorContext = createContext<unknown>(undefined);

export function RouterProvider({ router }: { router: Router }) {
  const [state, setState] = useState(router.state);
  useLayoutEffect(() => {
    setState(router.state);
    return router.subscribe((next, atOnce) => {
      if (atOnce) flushSync(() => setState(next));
      else startTransition(() => setState(next));
    });
  }, [router]);
  useEffect(() => void router.ready(), [router]);
  if (!state.screens) return null;
  return (
    <RouterContext value={router}>
      <StateContext value={state}>{drawn(state, 0)}</StateContext>
    </RouterContext>
  );
}

function drawn(state: State, depth: number): ReactNode {
  const route = state.routes[depth];
  if (!route) return null;
  const within = drawn(state, depth + 1);
  const Screen = state.screens?.get(route);
  const shown = Screen ? <Screen /> : (route.element ?? within);
  const screen = <OutletContext value={within}>{shown}</OutletContext>;
  if (!route.errorElement) return screen;
  return (
    <Boundary location={state.location} instead={route.errorElement}>
      {screen}
    </Boundary>
  );
}

/** The place inside a frame where its screens are drawn. */
export function Outlet() {
  return use(OutletContext);
}

export function useRouteError(): unknown {
  return use(ErrorContext);
}

interface BoundaryProps {
  location: Location;
  instead: ReactNode;
  children: ReactNode;
}

interface Broken {
  location: Location;
  error?: { what: unknown } | undefined;
}

class Boundary extends Component<BoundaryProps, Broken> {
  override state: Broken = { location: this.props.location };

  static getDerivedStateFromError(what: unknown): Partial<Broken> {
    return { error: { what } };
  }

  /** Another address is another try. */
  static getDerivedStateFromProps({ location }: BoundaryProps, state: Broken): Broken | null {
    return location === state.location ? null : { location, error: undefined };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? <ErrorContext value={error.what}>{this.props.instead}</ErrorContext> : this.props.children;
  }
}
