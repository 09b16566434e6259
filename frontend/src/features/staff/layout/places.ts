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
import { staffPaths } from "./staff-paths";

interface Place {
  to: string;
  label: string;
  icon: LucideIcon;
}

export function usePlaces(): Place[] {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  const places: Place[] = [
    { to: staffPaths.dashboard, label: i18n.t("Overview"), icon: LayoutDashboard },
    { to: staffPaths.cases, label: i18n.t("Cases"), icon: Flag },
    { to: staffPaths.disputes, label: i18n.t("Disputes"), icon: Scale },
    { to: staffPaths.risk, label: i18n.t("Risk"), icon: Gavel },
    { to: staffPaths.money, label: i18n.t("Money"), icon: Banknote },
    { to: staffPaths.payments, label: i18n.t("Payment cases"), icon: ReceiptText },
    { to: staffPaths.audit, label: i18n.t("Audit log"), icon: ScrollText },
    { to: staffPaths.settings, label: i18n.t("Settings"), icon: SlidersHorizontal },
  ];
  return places.filter(({ to }) => mayOpen(user, to));
}
