import { useLingui } from "@lingui/react";
import { useVerification } from "@/features/sign-in/use-verification";
import { VerifyView } from "@/features/sign-in/verify-view";
import { usePageTitle } from "@/lib/page/page-title";
import { useLink } from "@/lib/session/mail-link";
import { paths } from "@/shared/navigation/paths";
import { AuthFrame } from "../auth-frame";

const AFTER_MS = 2000;

export function VerifySessionPage() {
  const { i18n } = useLingui();
  usePageTitle(i18n.t("Verify your email"));
  const link = useLink();
  const outcome = useVerification(link, "session");
  return (
    <AuthFrame>
      <VerifyView
        token={link.token}
        outcome={outcome}
        done={{
          title: i18n.t("Email verified successfully!"),
          text: i18n.t("Redirecting you to the homepage..."),
          button: i18n.t("Go now"),
          to: paths.home,
          afterMs: AFTER_MS,
        }}
        back={{ words: i18n.t("Return to Sign In"), to: paths.auth }}
        again={paths.askAgain}
      />
    </AuthFrame>
  );
}
