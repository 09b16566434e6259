import { useLingui } from "@lingui/react";
import { type MouseEvent, type ReactNode, type RefObject, Suspense, useEffect, useRef } from "react";
import { type Location, Outlet, ScrollRestoration, useLocation } from "react-router-dom";
import { useConsent } from "@/shared/analytics/consent";
import { paths } from "@/shared/navigation/paths";
import { useAccountPreferences } from "@/shared/session/preferences";
import { Footer } from "./footer";
import { Header } from "./header";
import { later } from "./later";
import { Outbox } from "./outbox";
import { TabBar } from "./tab-bar";
import { useCounting } from "./use-counting";

const ConsentBar = later(async () => (await import("./consent-bar")).ConsentBar);
const OfflineNotice = later(async () => (await import("./offline-notice")).OfflineNotice);

export function Layout() {
  const main = useRef<HTMLElement>(null);
  useFocusOnNavigation(main);
  useAccountPreferences(useLingui().i18n.locale);
  useCounting();
  const isToBeAsked = useConsent() === null;
  const { pathname } = useLocation();
  const hasOwnBar = /^\/auctions?\//.test(pathname);
  return (
    <div className="group/page flex min-h-dvh flex-col">
      <SkipLink />
      {hasOwnBar && <SkipToBidding />}
      <Header />
      <Suspense fallback={null}>
        <OfflineNotice />
      </Suspense>
      <Outbox />
      {/* As high as the screen from the start, so that the footer is not seen and then pushed away. */}
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="min-h-[calc(100dvh-56px)] flex-1 outline-none md:min-h-[calc(100dvh-72px)]"
      >
        <Outlet />
      </main>
      {pathname !== paths.messages && (
        <>
          <Suspense fallback={null}>{isToBeAsked && <ConsentBar />}</Suspense>
          <Footer />
        </>
      )}
      {!hasOwnBar && <TabBar />}
      <ScrollRestoration getKey={placeOf} storageKey="wangi_scroll" />
    </div>
  );
}

/** The first page of a visit has no key, so its address is used. */
function placeOf({ key, pathname, search }: Location): string {
  return key === "default" ? pathname + search : key;
}

export function SkipLink() {
  const { i18n } = useLingui();
  return <Skip to="main">{i18n.t("Skip to content")}</Skip>;
}

function SkipToBidding() {
  const { i18n } = useLingui();
  return (
    <Skip to="bidding" className="[body:not(:has(#bidding))_&]:hidden">
      {i18n.t("Skip to bidding")}
    </Skip>
  );
}

/** Not a history entry, so that Back leaves the page instead of undoing the skip. */
function Skip({ to, className = "", children }: { to: string; className?: string; children: ReactNode }) {
  const skip = (event: MouseEvent) => {
    const target = document.getElementById(to);
    event.preventDefault();
    target?.scrollIntoView();
    target?.focus({ preventScroll: true });
  };
  const classes = `absolute left-4 -top-16 z-[100] bg-ink px-4 py-3 text-paper focus:top-2 ${className}`;
  return (
    <a href={`#${to}`} onClick={skip} className={classes}>
      {children}
    </a>
  );
}

function useFocusOnNavigation(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}
