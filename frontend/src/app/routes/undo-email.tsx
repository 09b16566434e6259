import { useLingui } from "@lingui/react";
import { useNavigate } from "react-router-dom";
import { UndoEmail } from "@/features/sign-in/undo-email";
import { usePageTitle } from "@/lib/page/page-title";
import { useLink } from "@/lib/session/mail-link";
import { readToken } from "@/lib/session/token";
import { useSignOut } from "@/shared/session/session";
import { AuthFrame } from "../auth-frame";

export function UndoEmailPage() {
  const { i18n } = useLingui();
  const { token } = useLink();
  const navigate = useNavigate();
  const signOut = useSignOut();
  usePageTitle(i18n.t("Restore your email address"));
  const restored = async (resetToken: string) => {
    if (readToken()) await signOut();
    navigate(`/reset-password#token=${encodeURIComponent(resetToken)}`, { replace: true });
  };
  return (
    <AuthFrame>
      <UndoEmail token={token} onRestored={(resetToken) => void restored(resetToken)} />
    </AuthFrame>
  );
}
