/** The frame of staff's screens: their list beside the screen, above it on a phone. */
import { useLingui } from "@lingui/react";
import { Banknote, Flag, LayoutDashboard, type LucideIcon, Scale, ScrollText, SlidersHorizontal } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { usePageTitle } from "@/lib/page/page-title";
import { useCurrentUser } from "@/lib/session/session";
import { mayOpen } from "@/lib/session/staff";
import { smallIcon } from "@/ui/icon";
import { Link } from "@/ui/link";
import { adminPaths } from "./admin-paths";

interface Props {
  title: string;
  children: ReactNode;
}

interface Place {
  to: string;
  label: string;
  icon: LucideIcon;
}

export function AdminLayout({ title, children }: Props) {
  const { i18n } = useLingui();
  const { pathname } = useLocation();
  const { user } = useCurrentUser();
  usePageTitle(title);
  const places: Place[] = [
    { to: adminPaths.dashboard, label: i18n.t("Overview"), icon: LayoutDashboard },
    { to: adminPaths.cases, label: i18n.t("Cases"), icon: Flag },
    { to: adminPaths.disputes, label: i18n.t("Disputes"), icon: Scale },
    { to: adminPaths.money, label: i18n.t("Money"), icon: Banknote },
    { to: adminPaths.audit, label: i18n.t("Audit log"), icon: ScrollText },
    { to: adminPaths.settings, label: i18n.t("Settings"), icon: SlidersHorizontal },
  ];
  const open = places.filter(({ to }) => mayOpen(user, to));
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 py-6 md:grid-cols-[180px_minmax(0,1fr)] md:py-9">
      <nav aria-label={i18n.t("Staff")} className="min-w-0 md:border-r md:border-line md:pr-4">
        <p className="mb-2 text-meta text-ink-3 max-md:sr-only">{i18n.t("Staff")}</p>
        <ul className="flex gap-1 overflow-x-auto md:grid">
          {open.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                aria-current={pathname.startsWith(to) ? "page" : undefined}
                className="flex min-h-11 items-center gap-2.5 whitespace-nowrap rounded-1 px-3 text-small text-ink-2 hover:text-ink aria-[current=page]:bg-wash aria-[current=page]:font-semibold aria-[current=page]:text-ink"
              >
                <Icon {...smallIcon} className="max-md:hidden" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0">
        <h1 className="mb-4 text-h2">{title}</h1>
        {children}
      </div>
    </div>
  );
}
