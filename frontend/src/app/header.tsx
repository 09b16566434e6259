import { useLingui } from "@lingui/react";
import { Heart, Search } from "lucide-react";
import { lazy, Suspense, useSyncExternalStore } from "react";
import { useLocation } from "react-router-dom";
import { MessagesLink } from "@/features/notifications/messages-link";
import { paths } from "@/shared/navigation/paths";
import { useCurrentUser } from "@/shared/session/session";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { icon } from "@/ui/icon";
import { Link } from "@/ui/link";
import { Logo } from "@/ui/logo";
import { SearchBox } from "./search-box";

const AccountMenu = lazy(async () => ({ default: (await import("./account-menu")).AccountMenu }));
const NotificationBell = lazy(async () => ({
  default: (await import("@/features/notifications/bell")).NotificationBell,
}));

export function Header() {
  const { i18n } = useLingui();
  const scrolled = useScrolled();
  return (
    <header
      className={cn("sticky top-0 z-40 border-b border-line bg-paper transition-shadow", scrolled && "shadow-scrolled")}
    >
      <div className="wrap flex h-14 items-center gap-2 md:h-18 md:gap-7">
        <Link to={paths.home} aria-label={i18n.t("Wangi, home")} className="inline-flex min-h-11 items-center text-ink">
          <Logo />
        </Link>
        <Categories />
        <SearchBox className="ml-auto max-w-[420px] flex-1 max-md:hidden" />
        <div className="flex items-center gap-1 max-md:ml-auto md:gap-3">
          <Link
            to={paths.products}
            aria-label={i18n.t("Search perfumes")}
            // At 200 % zoom of a phone there is no room for it. The tab bar has the same link.
            className="grid size-11 place-items-center max-[260px]:hidden md:hidden"
          >
            <Search {...icon} />
          </Link>
          <Link
            to={paths.dashboard}
            className="inline-flex min-h-11 items-center px-2 font-semibold no-underline hover:underline max-md:hidden"
          >
            {i18n.t("Sell")}
          </Link>
          <Account />
        </div>
      </div>
    </header>
  );
}

function Categories() {
  const { i18n } = useLingui();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const links: [string, string][] = [
    [paths.category(1), i18n.t("Designer")],
    [paths.category(2), i18n.t("Local")],
    [paths.category(3), i18n.t("Arabian House")],
    [paths.category(4), i18n.t("Niche")],
    [paths.auctions, i18n.t("Auctions")],
  ];
  return (
    <nav aria-label={i18n.t("Categories")} className="flex gap-5.5 max-[1080px]:hidden">
      {links.map(([to, name]) => (
        <Link
          key={to}
          to={to}
          aria-current={here === to ? "page" : "false"}
          className="inline-flex min-h-11 items-center whitespace-nowrap font-medium no-underline hover:underline aria-[current=page]:underline aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-6"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

function Account() {
  const { i18n } = useLingui();
  const { user, isPending } = useCurrentUser();
  const { pathname, search } = useLocation();
  if (isPending) return <span className="size-11" />;
  if (user) {
    return (
      <div className="flex items-center md:gap-1">
        <span className="max-md:hidden">
          <MessagesLink />
        </span>
        <Link
          to={paths.favourites}
          aria-label={i18n.t("Favorites")}
          className="grid size-11 place-items-center rounded-1 hover:bg-wash max-lg:hidden"
        >
          <Heart {...icon} />
        </Link>
        <Suspense fallback={<span className="size-11" />}>
          <NotificationBell />
        </Suspense>
        <Suspense fallback={<span className="size-11" />}>
          <AccountMenu user={user} />
        </Suspense>
      </div>
    );
  }
  return (
    <Button asChild tone="line" size="small" data-guests="">
      <Link to={pathname === paths.home || import.meta.env.SSR ? paths.auth : paths.signIn(pathname + search)}>
        {i18n.t("Sign In")}
      </Link>
    </Button>
  );
}

/** Also true if the browser restored the scroll position before this code ran. */
function useScrolled(): boolean {
  return useSyncExternalStore(onScroll, isScrolled, () => false);
}

function onScroll(changed: () => void): () => void {
  window.addEventListener("scroll", changed, { passive: true });
  return () => window.removeEventListener("scroll", changed);
}

const isScrolled = () => window.scrollY > 4;
