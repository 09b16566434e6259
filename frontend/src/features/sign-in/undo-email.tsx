import { useLingui } from "@lingui/react";
import { asRefusal } from "@/lib/calls/refusal";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { paths } from "@/shared/navigation/paths";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { Notice } from "@/ui/notice";
import { showToast } from "@/ui/toast-store";
import { useUndoEmail } from "./api";

interface Props {
  token: string | null;
  onRestored: (resetToken: string) => void;
}

/** Requires a press: mail scanners open links and would spend the token. */
export function UndoEmail({ token, onRestored }: Props) {
  const { i18n } = useLingui();
  const undo = useUndoEmail();
  const spent = !token || (undo.error && asRefusal(undo.error).code === "invalid_link");
  const restore = () =>
    undo.mutate(token ?? "", {
      onSuccess: ({ resetToken }) => onRestored(resetToken),
      onError: (error) => showToast({ ...messageFor(error), tone: "bad" }),
    });
  return (
    <div className="grid gap-5">
      <h1 className="text-h2">{i18n.t("Restore your email address")}</h1>
      {spent ? (
        <Notice tone="bad" title={i18n.t("This link is not valid any more.")}>
          <Link className="link" to={paths.forgot}>
            {i18n.t("Forgot password")}
          </Link>
        </Notice>
      ) : (
        <>
          <p className="text-ink-2">
            {i18n.t(
              "Your account goes back to the address this mail was sent to. Every device is signed out, and you choose a new password next.",
            )}
          </p>
          <Button size="large" wide busy={undo.isPending} onClick={restore}>
            {i18n.t("Restore my address")}
          </Button>
        </>
      )}
    </div>
  );
}
