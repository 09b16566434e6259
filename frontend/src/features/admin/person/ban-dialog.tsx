/** A ban or its end, with what follows said before. */
import { useLingui } from "@lingui/react";
import { type Account, useBanning } from "../dashboard/api";
import { ReasonDialog } from "../layout/reason-dialog";

export function BanDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { i18n } = useLingui();
  const { mutate, isPending, error } = useBanning();
  const { id, username, isBanned } = account;
  const send = (reason: string) => mutate({ id, isBanned: !isBanned, reason }, { onSuccess: onClose });
  const words = isBanned
    ? {
        title: i18n.t("Unban {name}?", { name: username }),
        text: i18n.t("They can sign in, buy, bid and sell again. What the ban has ended stays ended."),
        button: i18n.t("Unban"),
      }
    : {
        title: i18n.t("Ban {name}?", { name: username }),
        text: i18n.t(
          "They are signed out at once. Their listings are hidden, their bids are void, their auctions end.",
        ),
        button: i18n.t("Ban"),
      };
  return <ReasonDialog {...words} optional busy={isPending} error={error} onSend={send} onClose={onClose} />;
}
