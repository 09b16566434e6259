import { useLingui } from "@lingui/react";
import { useNavigate } from "react-router-dom";
import { paths } from "@/shared/navigation/paths";
import { useSignOut } from "@/shared/session/session";
import { showToast } from "@/ui/toast-store";

export function useLeave(): (quietly?: "quietly") => Promise<void> {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const signOut = useSignOut();
  return async (quietly) => {
    // Navigate first: a guarded page would redirect to sign-in as soon as there is no session.
    await navigate(paths.home, { flushSync: true });
    await signOut();
    if (!quietly) showToast({ title: i18n.t("Logged out") });
  };
}
