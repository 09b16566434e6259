import { useLingui } from "@lingui/react";
import { ReasonDialog } from "../layout/reason-dialog";
import type { ActReason } from "../layout/reason-words";
import { type Account, useBanning } from "../overview/api";

interface Props {
  account: Account;
  takesTwo?: boolean;
  agrees?: boolean;
  given?: ActReason;
  onClose: () => void;
}

export function BanDialog({ account, takesTwo = account.isVerified, agrees, given, onClose }: Props) {
  const { i18n } = useLingui();
  const { mutate, isPending, error } = useBanning();
  const { id, username: name, isBanned } = account;
  const bans = agrees ?? !isBanned;
  const words = () => {
    if (agrees === false) {
      return {
        title: i18n.t("Take the request back?"),
        text: i18n.t("{name} is not banned then, and can be asked for anew.", { name }),
        button: i18n.t("Take back"),
      };
    }
    if (!bans) {
      return {
        title: i18n.t("Unban {name}?", { name }),
        text: i18n.t(
          "They can buy, bid and sell again, and their listings are shown. The auctions and bids that the ban ended stay ended.",
        ),
        button: i18n.t("Unban"),
      };
    }
    if (takesTwo && agrees === undefined) {
      return {
        title: i18n.t("Ask for a ban of {name}?", { name }),
        text: i18n.t(
          "This seller is verified, or was a few days ago: nothing happens until another person of the staff agrees, within 24 hours.",
        ),
        button: i18n.t("Ask for the ban"),
      };
    }
    return {
      title: i18n.t("Ban {name}?", { name }),
      text: i18n.t(
        "They are signed out at once, and their listings are hidden until the ban is lifted. Their auctions are cancelled and their open bids are void: this cannot be undone. They can sign in and appeal.",
      ),
      button: i18n.t("Ban"),
    };
  };
  const send = (reason: string, code?: ActReason) =>
    mutate({ id, isBanned: bans, code, reason }, { onSuccess: onClose });
  return (
    <ReasonDialog
      {...words()}
      optional={!bans}
      isHarmless={!bans}
      listed={bans}
      given={given}
      busy={isPending}
      error={error}
      onSend={send}
      onClose={onClose}
    />
  );
}
