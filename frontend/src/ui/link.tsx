/** A link within the app: the code of the screen it leads to is fetched when somebody is about to follow it. */
import { type ComponentProps, use } from "react";
import { matchRoutes, UNSAFE_DataRouterContext as RouterContext, Link as RouterLink } from "react-router-dom";

interface Props extends ComponentProps<typeof RouterLink> {
  to: string;
}

export function Link({ to, onPointerEnter, onFocus, ...rest }: Props) {
  const router = use(RouterContext)?.router;
  const fetchScreen = () => {
    for (const { route } of matchRoutes(router?.routes ?? [], to) ?? []) {
      // What fails here is asked for again, and said, when the link is followed.
      if (typeof route.lazy === "function") route.lazy().catch(() => undefined);
    }
  };
  return (
    <RouterLink
      {...rest}
      to={to}
      discover="none"
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        fetchScreen();
      }}
      onFocus={(event) => {
        onFocus?.(event);
        fetchScreen();
      }}
    />
  );
}
