import { useLingui } from "@lingui/react";
import { paths } from "@/shared/navigation/paths";
import { Link } from "@/ui/link";
import { Notice } from "@/ui/notice";

export function NoPassword() {
  const { i18n } = useLingui();
  return (
    <Notice title={i18n.t("This account has no password yet.")}>
      {i18n.t("To have one, sign out and ask for a link:")}{" "}
      <Link to={paths.forgot} className="link">
        {i18n.t("Forgot password")}
      </Link>
    </Notice>
  );
}
