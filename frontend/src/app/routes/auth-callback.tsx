import { useLingui } from "@lingui/react";
import { Navigate } from "react-router-dom";
import { CodeStep } from "@/features/sign-in/code-step";
import { ConfirmSignIn } from "@/features/sign-in/confirm-sign-in";
import { useCallbackLink } from "@/features/sign-in/use-callback-link";
import { usePageTitle } from "@/lib/page/page-title";
import { useLink } from "@/lib/session/mail-link";
import { paths, safeReturnPath } from "@/shared/navigation/paths";
import { useCurrentUser } from "@/shared/session/session";
import { Button, Spinner } from "@/ui/button";
import { Drawing } from "@/ui/drawings";
import { Link } from "@/ui/link";
import { AuthFrame } from "../auth-frame";

export function AuthCallbackPage() {
  const { i18n } = useLingui();
  usePageTitle(i18n.t("Sign In"));
  const link = useLink();
  const { user } = useCurrentUser();
  const { callback, confirm, sendCode } = useCallbackLink(link);
  if (user && callback.state === "done") return <Navigate to={safeReturnPath(link.redirect)} replace />;
  return (
    <AuthFrame>
      {(callback.state === "working" || callback.state === "done") && (
        <div role="status" className="grid justify-items-start gap-5">
          <Spinner className="size-8" />
          <h1 className="text-h2">{i18n.t("Signing you in...")}</h1>
        </div>
      )}
      {callback.state === "confirm" && <ConfirmSignIn token={link.token} onConfirm={() => void confirm()} />}
      {callback.state === "code" && (
        <>
          <h1 className="sr-only">{i18n.t("Sign In")}</h1>
          <CodeStep send={sendCode} onBack={() => window.location.assign(paths.auth)} />
        </>
      )}
      {callback.state === "failed" && <Failed message={callback.message} />}
    </AuthFrame>
  );
}

function Failed({ message }: { message: string }) {
  const { i18n } = useLingui();
  return (
    <div role="alert" className="grid justify-items-start gap-5">
      <Drawing name="tipped" />
      <h1 className="text-h2">{i18n.t("Authentication Error")}</h1>
      <p className="text-ink-2">{message}</p>
      <Button asChild>
        <Link to={paths.auth}>{i18n.t("Back to Login")}</Link>
      </Button>
    </div>
  );
}
