import { useLingui } from "@lingui/react";
import type { ReactNode } from "react";
import { paths } from "@/shared/navigation/paths";
import { VerificationPanel } from "@/shared/sellers/verification-panel";
import type { User } from "@/shared/session/session";
import { Link } from "@/ui/link";
import { DetailList } from "@/ui/table";

export function SettingsTab({ user, notifications }: { user: User; notifications: ReactNode }) {
  const { i18n } = useLingui();
  const facts: [string, string][] = [
    [i18n.t("Name"), `${user.firstName} ${user.lastName}`.trim()],
    [i18n.t("Email"), user.email],
    [i18n.t("Username"), user.username],
    [i18n.t("Account type"), i18n.t("Seller")],
  ];
  return (
    <div className="grid gap-8 pt-7 lg:grid-cols-2 lg:gap-16">
      <section aria-labelledby="dashboard-account" className="grid content-start gap-4">
        <h2 id="dashboard-account" className="text-quote">
          {i18n.t("Account")}
        </h2>
        <DetailList facts={facts} />
        <p className="text-meta text-ink-3">
          <Link to={paths.profile} className="link inline-flex min-h-11 items-center">
            {i18n.t("Change these in your profile.")}
          </Link>
        </p>
      </section>
      <section aria-labelledby="dashboard-notices" className="grid content-start gap-4">
        <h2 id="dashboard-notices" className="text-quote">
          {i18n.t("Notifications")}
        </h2>
        {notifications}
      </section>
      <section aria-labelledby="dashboard-verification" className="grid content-start gap-4">
        <h2 id="dashboard-verification" className="text-quote">
          {i18n.t("Verified seller")}
        </h2>
        <p className="text-small text-ink-2">
          {i18n.t("Buyers see the verified badge on your shop once you meet every criterion that is asked.")}
        </p>
        <VerificationPanel sellerId={user.id} />
      </section>
    </div>
  );
}
