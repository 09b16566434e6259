import { useLingui } from "@lingui/react";
import { useLocation } from "react-router-dom";
import { paths } from "@/shared/navigation/paths";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Link } from "@/ui/link";

export function SignInFirst({ name, promise, onClose }: { name?: string; promise?: string; onClose: () => void }) {
  const { i18n } = useLingui();
  const { pathname, search } = useLocation();
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Not now")}
      </Button>
      <Button asChild>
        <Link to={paths.signIn(pathname + search)}>{i18n.t("Sign In")}</Link>
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("Sign in to save")} onClose={onClose} actions={actions}>
      <p className="text-ink-2">
        {promise ??
          (name
            ? i18n.t("We will keep {name} for you and tell you when its price drops.", { name })
            : i18n.t("We will keep this search for you and tell you when something new matches."))}
      </p>
    </Dialog>
  );
}
