import { useLingui } from "@lingui/react";
import { useState } from "react";
import { useCurrentUser } from "@/shared/session/session";
import { hasDuty } from "@/shared/session/staff-duties";
import { Button } from "@/ui/button";
import { SelectField } from "@/ui/select";
import { ReasonDialog } from "../layout/reason-dialog";
import type { ActReason } from "../layout/reason-words";
import type { Account } from "../overview/api";
import { type SanctionRequest, useSanction } from "./api";
import { BanDialog } from "./ban-dialog";

const DAYS = [1, 3, 7, 14, 30, 90, 365];

interface Props {
  account: Account;
  isBanAsked: boolean;
  banTakesTwo?: boolean;
}

export function Sanctions({ account, isBanAsked, banTakesTwo }: Props) {
  const { i18n } = useLingui();
  const [openAction, setOpenAction] = useState<SanctionRequest["what"] | "ban" | null>(null);
  const { user } = useCurrentUser();
  const close = () => setOpenAction(null);
  const { isBanned, isSeller, identityCheckedAt, suspendedUntil } = account;
  const isSuspended = suspendedUntil !== null && Date.parse(suspendedUntil) > Date.now();
  const buttons: [SanctionRequest["what"] | "ban", string][] = [
    ["ban", isBanned ? i18n.t("Unban") : i18n.t("Ban")],
    ["suspend", isSuspended ? i18n.t("Change the suspension") : i18n.t("Suspend")],
    ["end-sessions", i18n.t("Sign out everywhere")],
    ["seller-rights", isSeller ? i18n.t("Take the right to sell") : i18n.t("Give the right to sell")],
    ["identity", identityCheckedAt ? i18n.t("Take the identity check back") : i18n.t("Identity was checked")],
  ];
  const judges = hasDuty(user, "conduct");
  const allowed = buttons.filter(
    ([what]) => (judges || what === "end-sessions" || what === "identity") && !(what === "ban" && isBanAsked),
  );
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {allowed.map(([what, label]) => (
          <Button key={what} tone="line" size="small" onClick={() => setOpenAction(what)}>
            {label}
          </Button>
        ))}
      </div>
      {openAction === "ban" && <BanDialog account={account} takesTwo={banTakesTwo} onClose={close} />}
      {openAction && openAction !== "ban" && (
        <SanctionDialog what={openAction} account={account} isSuspended={isSuspended} onClose={close} />
      )}
    </>
  );
}

interface DialogProps {
  what: SanctionRequest["what"];
  account: Account;
  isSuspended: boolean;
  onClose: () => void;
}

function SanctionDialog({ what, account, isSuspended, onClose }: DialogProps) {
  const { i18n } = useLingui();
  const { mutate, isPending, error } = useSanction(account.id);
  const [days, setDays] = useState(7);
  const sanctionRequests: Record<SanctionRequest["what"], SanctionRequest> = {
    suspend: { what: "suspend", days },
    "end-sessions": { what: "end-sessions" },
    "seller-rights": { what: "seller-rights", isSeller: !account.isSeller },
    identity: { what: "identity", isChecked: !account.identityCheckedAt },
  };
  const name = account.username;
  const lifts = what === "suspend" && days === 0;
  const gives =
    lifts || (what === "seller-rights" && !account.isSeller) || (what === "identity" && !account.identityCheckedAt);
  const words: Record<SanctionRequest["what"], { title: string; text: string; button: string }> = {
    suspend: lifts
      ? {
          title: i18n.t("Lift the suspension of {name}?", { name }),
          text: i18n.t("They can bid, buy and sell again at once."),
          button: i18n.t("Lift the suspension"),
        }
      : {
          title: i18n.t("Suspend {name}?", { name }),
          text: i18n.t(
            "Until then they cannot bid, buy or sell. Their listings, auctions and bids stay as they are. It can be lifted at any time. They are told why by mail, and can appeal.",
          ),
          button: i18n.t("Suspend"),
        },
    "end-sessions": {
      title: i18n.t("Sign {name} out everywhere?", { name }),
      text: i18n.t(
        "They have to sign in again on every device. Their API keys stop working, their webhooks are paused, and they're notified by mail. Use this if someone else may have access to the account.",
      ),
      button: i18n.t("Sign out everywhere"),
    },
    "seller-rights": account.isSeller
      ? {
          title: i18n.t("Take the right to sell from {name}?", { name }),
          text: i18n.t("They can put nothing new up. What is for sale stays until it is removed."),
          button: i18n.t("Take the right to sell"),
        }
      : {
          title: i18n.t("Give {name} the right to sell?", { name }),
          text: i18n.t("They can put bottles up for sale again."),
          button: i18n.t("Give the right to sell"),
        },
    identity: account.identityCheckedAt
      ? {
          title: i18n.t("Take the identity check of {name} back?", { name }),
          text: i18n.t("A verified seller loses the verified badge at once."),
          button: i18n.t("Take back"),
        }
      : {
          title: i18n.t("Was the identity of {name} checked?", { name }),
          text: i18n.t("Say how they were compared with their identity card. Nothing of the card is kept."),
          button: i18n.t("Identity was checked"),
        },
  };
  const send = (reason: string, code?: ActReason) =>
    mutate({ sanction: { ...sanctionRequests[what], ...(code && { code }) }, reason }, { onSuccess: onClose });
  return (
    <ReasonDialog
      {...words[what]}
      listed={what === "suspend" && !lifts}
      isHarmless={gives}
      busy={isPending}
      error={error}
      onSend={send}
      onClose={onClose}
    >
      {what === "suspend" && (
        <SelectField
          label={i18n.t("For how long")}
          value={String(days)}
          onChange={({ target }) => setDays(Number(target.value))}
        >
          {isSuspended && <option value="0">{i18n.t("Lift the suspension")}</option>}
          {DAYS.map((day) => (
            <option key={day} value={day}>
              {i18n.t("{days, plural, one {# day} other {# days}}", { days: day })}
            </option>
          ))}
        </SelectField>
      )}
    </ReasonDialog>
  );
}
