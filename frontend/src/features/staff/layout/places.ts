import { useLingui } from "@lingui/react";
import {
  Banknote,
  Flag,
  Gavel,
  LayoutDashboard,
  type LucideIcon,
  ReceiptText,
  Scale,
  ScrollText,
  SlidersHorizontal,
} from "lucide-react";
import { useCurrentUser } from "@/shared/session/session";
import { mayOpen } from "@/shared/session/staff-duties";
import { adminPaths } from "./staff-paths";

interface Place {
  to: string;
  label: string;
  icon: LucideIcon;
}

export function usePlaces(): Place[] {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  const places: Place[] = [
    { to: adminPaths.dashboard, label: i18n.t("Overview"), icon: LayoutDashboard },
    { to: adminPaths.cases, label: i18n.t("Cases"), icon: Flag },
    { to: adminPaths.disputes, label: i18n.t("Disputes"), icon: Scale },
    { to: adminPaths.risk, label: i18n.t("Risk"), icon: Gavel },
    { to: adminPaths.money, label: i18n.t("Money"), icon: Banknote },
    { to: adminPaths.payments, label: i18n.t("Payment cases"), icon: ReceiptText },
    { to: adminPaths.audit, label: i18n.t("Audit log"), icon: ScrollText },
    { to: adminPaths.settings, label: i18n.t("Settings"), icon: SlidersHorizontal },
  ];
  return places.filter(({ to }) => mayOpen(user, to));
}
