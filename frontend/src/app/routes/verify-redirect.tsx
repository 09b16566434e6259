import { useLingui } from "@lingui/react";
import { resendVerificationPath } from "@/features/sign-in/api";
import { useVerification } from "@/features/sign-in/use-verification";
import { VerifyView } from "@/features/sign-in/verify-view";
import { usePageTitle } from "@/lib/page/page-title";
import { useLink } from "@/lib/session/mail-link";
import { paths, safeReturnPath } from "@/shared/navigation/paths";
import { useCurrentUser } from "@/shared/session/session";
import { AuthFrame } from "../auth-frame";

const AFTER_MS = 3000;

export function VerifyRedirectPage() {
  const { i18n } = useLingui();
  usePageTitle(i18n.t("Verify your email"));
  const link = useLink();
  const back = safeReturnPath(link.redirect);
  const isChange = link.type === "email_change";
  const leadsBack = back !== paths.home && !isChange;
  const outcome = useVerification(link, leadsBack ? "back" : "redirect");
  const changed = useAddressChanged();
  const verified = {
    title: i18n.t("Email verified successfully!"),
    text: i18n.t("Redirecting you to sign in..."),
    button: i18n.t("Go to Login"),
    to: paths.verified,
  };
  const returned = {
    title: i18n.t("Email verified successfully!"),
    text: i18n.t("Taking you back to where you were..."),
    button: i18n.t("Go now"),
    to: back,
  };
  return (
    <AuthFrame>
      <VerifyView
        token={link.token}
        outcome={outcome}
        done={{ ...(isChange ? changed : leadsBack ? returned : verified), afterMs: AFTER_MS }}
        back={{ words: i18n.t("Return to Login"), to: paths.auth }}
        again={isChange ? undefined : resendVerificationPath(leadsBack ? back : null)}
      />
    </AuthFrame>
  );
}

function useAddressChanged() {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  return {
    title: i18n.t("Your new email is confirmed"),
    text: i18n.t("From now on we write to the new address, and you sign in with it."),
    button: user ? i18n.t("Go to your profile") : i18n.t("Go to Login"),
    to: user ? paths.profile : paths.auth,
  };
}
