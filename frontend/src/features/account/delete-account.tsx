import { useLingui } from "@lingui/react";
import { useState } from "react";
import { asRefusal } from "@/lib/calls/refusal";
import { formatRinggit, toRinggit } from "@/lib/money";
import { ProofDialog } from "@/shared/session/proof-dialog";
import type { User } from "@/shared/session/session";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/choice";
import { showToast } from "@/ui/toast-store";
import { deleteAccount, type Shown } from "./api";
import { creditLeft, type Obligation, OpenObligations, obligationsOf } from "./open-obligations";
import { Section } from "./section";

interface Props {
  user: User;
  onGone: () => void;
}

export function DeleteAccount({ user, onGone }: Props) {
  const { i18n } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <Section
      title={i18n.t("Delete my account")}
      text={i18n.t("The account closes at once. Personal data is removed within 14 days.")}
    >
      <Button tone="line" onClick={() => setOpen(true)}>
        {i18n.t("Delete my account")}
      </Button>
      {open && <Leaving user={user} onGone={onGone} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function Leaving({ user, onGone, onClose }: Props & { onClose: () => void }) {
  const { i18n } = useLingui();
  const [obligations, setObligations] = useState<Obligation[]>([]);
  const [isLeft, setLeft] = useState(false);
  const credit = creditLeft(obligations);
  const leave = async (shown: Shown) => {
    try {
      await deleteAccount(user, shown, isLeft ? credit : undefined);
    } catch (error) {
      const { code, details } = asRefusal(error);
      if (code !== "obligations_open") throw error;
      setLeft(false);
      return setObligations(obligationsOf(details.obligations));
    }
    showToast({ title: i18n.t("Your account is closed"), text: i18n.t("Thank you for the time you spent here.") });
    onGone();
  };
  return (
    <ProofDialog
      title={i18n.t("Delete my account")}
      button={i18n.t("Delete for good")}
      tone="danger"
      act={leave}
      onClose={onClose}
    >
      <OpenObligations obligations={obligations} />
      {credit !== undefined && (
        <Checkbox checked={isLeft} onChange={({ target }) => setLeft(target.checked)}>
          {i18n.t("Leave {amount} behind. It cannot be paid to me later.", {
            amount: formatRinggit(toRinggit(credit)),
          })}
        </Checkbox>
      )}
      <div className="grid gap-1">
        <p className="font-semibold">{i18n.t("What is deleted")}</p>
        <p className="text-ink-2">
          {i18n.t(
            "Your name, email, address, pictures, listings and every sign-in. Your username is not given to anybody else.",
          )}
        </p>
      </div>
      <div className="grid gap-1">
        <p className="font-semibold">{i18n.t("What stays, without your name")}</p>
        <p className="text-ink-2">
          {i18n.t(
            "Finished deals, bids and payments: they are also the other person’s record, and the law asks us to keep accounts.",
          )}
        </p>
      </div>
    </ProofDialog>
  );
}
