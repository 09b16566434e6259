/** Links within the app, and going on by itself. */
import { type ComponentProps, type MouseEvent, useEffect } from "react";
import { useNavigate, useRouter } from "./hooks";
import { addressOf } from "./places";

interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  to: string;
  replace?: boolean | undefined;
  preventScrollReset?: boolean | undefined;
}

export function Link({ to, replace, preventScrollReset = false, onClick, ...rest }: LinkProps) {
  const router = useRouter();
  const elsewhere = /^([a-z][a-z+.-]*:|\/\/)/i.test(to);
  const href = elsewhere ? to : router.resolve(to);
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (elsewhere || event.defaultPrevented || !isPlain(event) || (rest.target && rest.target !== "_self")) return;
    event.preventDefault();
    // The page one is on is no new entry of the history.
    const same = href === addressOf(router.state.location);
    void router.navigate(href, { replace: replace ?? same, preventScrollReset });
  };
  return <a {...rest} href={href} onClick={go} />;
}

/** A new tab or window is the browser's to open. */
function isPlain({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || altKey || ctrlKey || shiftKey);
}

export function Navigate({ to, replace = false }: { to: string; replace?: boolean }) {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate(to, { replace });
  }, [navigate, to, replace]);
  return null;
}
