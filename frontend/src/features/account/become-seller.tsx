import { useLingui } from "@lingui/react";
import { useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import type { User } from "@/shared/session/session";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/choice";
import { Dialog } from "@/ui/dialog";
import { FieldError } from "@/ui/field";
import { showToast } from "@/ui/toast-store";
import { useChangeProfile } from "./api";

export function BecomeSeller({ user }: { user: User }) {
  const { i18n } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <section className="grid justify-items-start gap-3 border-t border-ink pt-4">
      <h2 className="text-h3">{i18n.t("Sell what you no longer wear")}</h2>
      <p className="text-ink-2">
        {i18n.t("A seller account is free. You list a bottle, show its level, and agree on the deal.")}
      </p>
      <Button onClick={() => setOpen(true)}>{i18n.t("Become a Seller")}</Button>
      {open && <SellerTerms user={user} onClose={() => setOpen(false)} />}
    </section>
  );
}

function SellerTerms({ user, onClose }: { user: User; onClose: () => void }) {
  const { i18n } = useLingui();
  const [accepted, setAccepted] = useState(false);
  const [isTried, setTried] = useState(false);
  const change = useChangeProfile(user);
  const terms = [
    i18n.t("I sell only perfume that is mine, authentic, and photographed by me."),
    i18n.t("I state the level, the batch code where there is one, and every flaw I know of."),
    i18n.t("I send what was paid for within three days, and confirm each step in the conversation."),
    i18n.t("I keep the deal and the payment on record at Wangi."),
  ];
  const accept = () => {
    setTried(true);
    if (!accepted) return;
    change.mutate(
      { isSeller: true, acceptSellerTerms: true },
      {
        onSuccess: () => {
          showToast({ title: i18n.t("You are a seller now"), tone: "good" });
          onClose();
        },
        onError: (error) => showToast({ title: i18n.t("Update failed"), text: messageFor(error).text, tone: "bad" }),
      },
    );
  };
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button busy={change.isPending} onClick={accept}>
        {i18n.t("Become a Seller")}
      </Button>
    </>
  );
  const wrong = isTried && !accepted;
  return (
    <Dialog open title={i18n.t("Seller terms")} onClose={onClose} actions={actions}>
      <ul className="grid list-disc gap-2 pl-5 text-ink-2">
        {terms.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ul>
      <div>
        <Checkbox
          checked={accepted}
          onChange={(event) => setAccepted(event.target.checked)}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? "seller-terms-error" : undefined}
        >
          {i18n.t("I accept the seller terms")}
        </Checkbox>
        <div role="alert">
          <FieldError id="seller-terms-error">
            {wrong ? i18n.t("You must accept the terms and conditions") : undefined}
          </FieldError>
        </div>
      </div>
    </Dialog>
  );
}
