/** The phone's own way around: five places, always in reach of the thumb. */
import { useLingui } from "@lingui/react";
import { Gavel, House, LayoutGrid, type LucideIcon, PlusCircle, UserRound } from "lucide-react";
import { Link, useLocation } from "react-router-dom";
import { paths } from "@/lib/paths";
import { icon } from "@/ui/icon";

export function TabBar() {
  const { i18n } = useLingui();
  const { pathname, search } = useLocation();
  const onAuctions = search.includes("type=auction");
  const places: [string, string, LucideIcon, boolean][] = [
    [paths.home, i18n.t("Home"), House, pathname === paths.home],
    [paths.products, i18n.t("Shop"), LayoutGrid, pathname.startsWith(paths.products) && !onAuctions],
    [paths.auctions, i18n.t("Auctions"), Gavel, pathname.startsWith(paths.products) && onAuctions],
    [paths.sell, i18n.t("Sell"), PlusCircle, pathname === paths.sell],
    [paths.profile, i18n.t("Profile"), UserRound, pathname === paths.profile],
  ];
  return (
    <nav
      aria-label={i18n.t("Main places")}
      className="fixed inset-x-0 bottom-0 z-45 grid grid-cols-5 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {places.map(([to, name, Icon, here]) => (
        <Link
          key={to}
          to={to}
          aria-current={here ? "page" : undefined}
          className="relative grid h-14 content-center justify-items-center gap-1 text-tiny font-medium text-ink-2 no-underline aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:before:absolute aria-[current]:before:-top-px aria-[current]:before:h-0.5 aria-[current]:before:w-8 aria-[current]:before:bg-ink aria-[current]:before:content-['']"
        >
          <Icon {...icon} />
          {name}
        </Link>
      ))}
    </nav>
  );
}
