/** Anybody can send a link to their own account, so a guest confirms the sign-in. */
import { useLingui } from "@lingui/react";
import { accountIn } from "@/lib/session/token";
import { paths } from "@/shared/navigation/paths";
import { useCurrentUser } from "@/shared/session/session";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";

export function ConfirmSignIn({ token, onConfirm }: { token: string | null; onConfirm: () => void }) {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  return (
    <div className="grid justify-items-start gap-5">
      <h1 className="text-h2">{i18n.t("Continue signing in?")}</h1>
      <p className="text-ink-2">
        {user
          ? i18n.t("You're signed in as {name}. This link signs you in to another account.", { name: user.username })
          : i18n.t("This link signs you in to an account.")}{" "}
        {i18n.t("Only continue if you asked to sign in a moment ago.")}
      </p>
      <AccountName name={accountIn(token)} />
      <Button onClick={onConfirm}>{i18n.t("Continue")}</Button>
      <Link className="link" to={paths.home}>
        {i18n.t("Cancel")}
      </Link>
    </div>
  );
}

function AccountName({ name }: { name?: string }) {
  const { i18n } = useLingui();
  return name && <p className="break-all">{i18n.t("Account: {name}", { name })}</p>;
}
