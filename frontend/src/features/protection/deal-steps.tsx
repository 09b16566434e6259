import { useLingui } from "@lingui/react";
import { useState } from "react";
import { failureMessage } from "@/lib/calls/commands";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { ringgit } from "@/shared/protection/protection-words";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Notice } from "@/ui/notice";
import { showToast } from "@/ui/toast-store";
import { type Deal, type PlainCommand, usePaying, useStep } from "./api";
import { AppealDialog } from "./appeal-dialog";
import { DisputeDialog } from "./dispute-dialog";
import { ObjectDialog } from "./object-dialog";
import { SendBackDialog } from "./send-back-dialog";

type Asked = "accept" | "call-off" | "take-back" | "send-back" | "dispute" | "object" | "appeal";

export function DealSteps({ deal }: { deal: Deal }) {
  const { i18n } = useLingui();
  const [openStep, setOpenStep] = useState<Asked | null>(null);
  const paying = usePaying(deal.dealId);
  const step = useStep(deal.dealId);
  const may = (name: Deal["next"][number]) => deal.next.includes(name);
  const close = () => setOpenStep(null);
  const showError = (error: unknown) =>
    showToast({ ...failureMessage(i18n.t("This did not go through"), error), tone: "bad" });
  const isOffered = may("ARRIVED") || may("SEND_BACK") || deal.appeal !== null;
  if (!deal.next.some((step) => step !== "ADD_EVIDENCE")) return null;
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      {may("PAY") && (
        <Button
          size="large"
          busy={paying.isPending}
          data-testid="pay-deal"
          onClick={() => paying.mutate(undefined, { onError: showError })}
        >
          {i18n.t("Pay {amount}", { amount: ringgit(deal.total) })}
        </Button>
      )}
      {may("ARRIVED") && (
        <Button busy={step.isPending} onClick={() => step.mutate({ command: "arrived" }, { onError: showError })}>
          {i18n.t("The parcel is here")}
        </Button>
      )}
      {may("ACCEPTED") && (
        <Button tone={isOffered ? "line" : "primary"} onClick={() => setOpenStep("accept")}>
          {i18n.t("Accept the bottle")}
        </Button>
      )}
      {may("SEND_BACK") && <Button onClick={() => setOpenStep("send-back")}>{i18n.t("I have sent it back")}</Button>}
      {may("TAKE_BACK") && <Button onClick={() => setOpenStep("take-back")}>{i18n.t("The bottle is back")}</Button>}
      {may("OBJECT") && (
        <Button tone="line" onClick={() => setOpenStep("object")}>
          {i18n.t("It did not come back as it was")}
        </Button>
      )}
      {may("CALL_OFF") && (
        <Button tone="line" onClick={() => setOpenStep("call-off")}>
          {i18n.t("Call off and get the money back")}
        </Button>
      )}
      {may("DISPUTE") && (
        <Button tone="line" onClick={() => setOpenStep("dispute")}>
          {i18n.t("Something is wrong with it")}
        </Button>
      )}
      {may("APPEAL") && <Button onClick={() => setOpenStep("appeal")}>{i18n.t("Appeal the decision")}</Button>}
      {openStep === "dispute" && <DisputeDialog dealId={deal.dealId} onClose={close} />}
      {openStep === "send-back" && <SendBackDialog dealId={deal.dealId} onClose={close} />}
      {openStep === "appeal" && <AppealDialog dealId={deal.dealId} onClose={close} />}
      {openStep === "object" && <ObjectDialog dealId={deal.dealId} onClose={close} />}
      {(openStep === "accept" || openStep === "call-off" || openStep === "take-back") && (
        <SureDialog deal={deal} command={openStep} onClose={close} />
      )}
    </div>
  );
}

function SureDialog({
  deal,
  command,
  onClose,
}: {
  deal: Deal;
  command: Exclude<PlainCommand, "arrived">;
  onClose: () => void;
}) {
  const { i18n } = useLingui();
  const step = useStep(deal.dealId);
  const words = {
    accept: {
      title: i18n.t("Accept the bottle?"),
      text: i18n.t("The seller gets {amount} now. After that nothing can be disputed.", {
        amount: ringgit(deal.amount),
      }),
      button: i18n.t("Accept and pay the seller"),
    },
    "call-off": {
      title: i18n.t("Call off this purchase?"),
      text: i18n.t("It was not shipped in time. {amount} goes to your wallet, and the purchase ends.", {
        amount: ringgit(deal.total),
      }),
      button: i18n.t("Call off"),
    },
    "take-back": {
      title: i18n.t("Is the bottle back?"),
      text: i18n.t("The buyer gets everything back now."),
      button: i18n.t("Yes, pay the buyer back"),
    },
  }[command];
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button busy={step.isPending} onClick={() => step.mutate({ command }, { onSuccess: onClose })}>
        {words.button}
      </Button>
    </>
  );
  return (
    <Dialog open title={words.title} onClose={onClose} actions={actions}>
      {step.error && (
        <Notice tone="bad" role="alert">
          {messageFor(step.error).text}
        </Notice>
      )}
      <p>{words.text}</p>
    </Dialog>
  );
}
