/** Fetches the code of its screen on hover and focus. */
import { type ComponentProps, use } from "react";
import { matchRoutes, UNSAFE_DataRouterContext as RouterContext, useHref, useLinkClickHandler } from "react-router-dom";

interface Props extends Omit<ComponentProps<"a">, "href" | "target"> {
  to: string;
  replace?: boolean;
  preventScrollReset?: boolean;
}

export function Link({ to, replace, preventScrollReset, onClick, onPointerEnter, onFocus, ...rest }: Props) {
  const href = useHref(to);
  const go = useLinkClickHandler<HTMLAnchorElement>(to, { replace, preventScrollReset });
  const router = use(RouterContext)?.router;
  const fetchScreen = () => {
    for (const { route } of matchRoutes(router?.routes ?? [], href) ?? []) {
      // A failure is retried, and shown, when the link is followed.
      if (typeof route.lazy === "function") route.lazy().catch(() => undefined);
    }
  };
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) go(event);
      }}
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
