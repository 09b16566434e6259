import { useLingui } from "@lingui/react";
import { House, LayoutGrid, type LucideIcon, MessageSquare, PlusCircle, UserRound } from "lucide-react";
import { useLocation } from "react-router-dom";
import { UnreadBadge } from "@/features/notifications/badge";
import { useUnreadMessages } from "@/features/notifications/messages-link";
import { isPhone } from "@/lib/page/is-phone";
import { paths } from "@/shared/navigation/paths";
import { icon } from "@/ui/icon";
import { Link } from "@/ui/link";

export function TabBar() {
  const { i18n } = useLingui();
  const { pathname } = useLocation();
  const unread = useUnreadMessages();
  const places: [string, string, LucideIcon, boolean][] = [
    [paths.home, i18n.t("Home"), House, pathname === paths.home],
    [paths.products, i18n.t("Shop"), LayoutGrid, pathname.startsWith(paths.products)],
    [paths.dashboard, i18n.t("Sell"), PlusCircle, pathname === paths.dashboard || /^\/sell(\/|$)/.test(pathname)],
    [paths.messages, i18n.t("Messages"), MessageSquare, pathname === paths.messages],
    [paths.profile, i18n.t("Profile"), UserRound, pathname === paths.profile],
  ];
  return (
    <nav
      aria-label={i18n.t("Main places")}
      className="fixed inset-x-0 bottom-0 z-45 grid grid-cols-5 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] group-has-data-page-bar/page:hidden md:hidden"
    >
      {places.map(([to, name, Icon, here]) => (
        <Link
          key={to}
          to={to}
          aria-current={here ? "page" : undefined}
          className="relative grid h-14 content-center justify-items-center gap-1 text-tiny font-medium text-ink-2 no-underline aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:before:absolute aria-[current]:before:-top-px aria-[current]:before:h-0.5 aria-[current]:before:w-8 aria-[current]:before:bg-ink"
        >
          <span className="relative">
            <Icon {...icon} />
            {to === paths.messages && (
              <span className="absolute -top-2 -right-3 size-5">
                <UnreadBadge count={unread} testId={isPhone() ? "unread-badge" : undefined} />
              </span>
            )}
          </span>
          <span className="max-[280px]:sr-only">{name}</span>
        </Link>
      ))}
    </nav>
  );
}
