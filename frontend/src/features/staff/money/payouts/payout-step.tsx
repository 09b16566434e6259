import { useLingui } from "@lingui/react";
import { useState } from "react";
import { failureMessage } from "@/lib/calls/commands";
import { asRefusal } from "@/lib/calls/refusal";
import { useServerNow } from "@/lib/time/now";
import { Button } from "@/ui/button";
import { SelectField } from "@/ui/select";
import { showToast } from "@/ui/toast-store";
import { type Outcome, type StaffPayout, usePayoutStep } from "../api";
import { ReasonDialog } from "../reason-dialog";
import { payoutNames, refusalWords, troubleWords } from "./payout-words";

type Step = NonNullable<StaffPayout["step"]>;

export function PayoutStep({ payout }: { payout: StaffPayout }) {
  const { id, step, retriedAs, trouble, status, sendAt } = payout;
  const { i18n } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const now = useServerNow();
  if (retriedAs) return i18n.t("Sent again as {payoutId}", { payoutId: String(retriedAs) });
  if (!step) return null;
  const payoutId = String(id);
  const words: Record<Step, { button: string; title: string }> = {
    ask: {
      button: i18n.t("Ask the provider"),
      title: i18n.t("Ask the provider about payout {payoutId}", { payoutId }),
    },
    retry: { button: i18n.t("Send again"), title: i18n.t("Send payout {payoutId} again", { payoutId }) },
    settle: { button: i18n.t("Say how it ended"), title: i18n.t("Say how payout {payoutId} ended", { payoutId }) },
  };
  if (step === "ask") return <AskButton id={id} {...words.ask} />;
  const { button, title } = words[step];
  const mayAsk = step === "settle" && trouble === "differs" && status === "sent" && Date.parse(sendAt) <= now;
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {mayAsk && <AskButton id={id} {...words.ask} />}
      <Button tone="line" size="small" aria-label={title} onClick={() => setOpen(true)}>
        {button}
      </Button>
      {isOpen && (
        <Asking id={id} step={step} trouble={trouble} title={title} button={button} onClose={() => setOpen(false)} />
      )}
    </span>
  );
}

function AskButton({ id, title, button }: { id: number; title: string; button: string }) {
  const { mutate, isPending } = useStep(id);
  return (
    <Button tone="line" size="small" busy={isPending} aria-label={title} onClick={() => mutate({ step: "ask" })}>
      {button}
    </Button>
  );
}

function useStep(id: number) {
  const { i18n } = useLingui();
  const { mutate, isPending } = usePayoutStep(id);
  const send = (given: Parameters<typeof mutate>[0], onDone?: () => void) =>
    mutate(given, {
      onSuccess: ({ id: payoutId, status, trouble }) => {
        const text = trouble ? troubleWords()[trouble] : payoutNames()[status];
        showToast({ title: i18n.t("Payout {payoutId}", { payoutId: String(payoutId) }), text });
        onDone?.();
      },
      onError: (error) => {
        const toast = failureMessage(i18n.t("This did not go through"), error);
        showToast({ ...toast, text: refusalWords(asRefusal(error).code) ?? toast.text, tone: "bad" });
      },
    });
  return { mutate: send, isPending };
}

interface Props {
  id: number;
  step: Exclude<Step, "ask">;
  trouble: StaffPayout["trouble"];
  title: string;
  button: string;
  onClose: () => void;
}

function Asking({ id, step, trouble, title, button, onClose }: Props) {
  const { i18n } = useLingui();
  const { mutate, isPending } = useStep(id);
  const [outcome, setOutcome] = useState<Outcome | "">("");
  const [isTried, setTried] = useState(false);
  const send = (reason: string) => {
    setTried(true);
    if (step === "settle" && !outcome) return;
    mutate(outcome ? { step, reason, outcome } : { step, reason }, onClose);
  };
  return (
    <ReasonDialog title={title} button={button} busy={isPending} onSend={send} onClose={onClose}>
      {step === "settle" && (
        <>
          {trouble && <p className="text-small text-ink-2">{troubleWords()[trouble]}</p>}
          <p className="text-small text-ink-2">
            {i18n.t(
              "Ask the provider for an order with the reference {payoutId} first: what is said here moves the money for good.",
              { payoutId: String(id) },
            )}
          </p>
          <SelectField
            label={i18n.t("What the provider says")}
            value={outcome}
            error={isTried && !outcome ? i18n.t("Please choose.") : undefined}
            onChange={({ target }) => setOutcome(target.value as Outcome)}
          >
            <option value="">{i18n.t("Choose")}</option>
            <option value="paid">{i18n.t("It is paid")}</option>
            <option value="refused">{i18n.t("It was never taken, or was given back")}</option>
          </SelectField>
        </>
      )}
    </ReasonDialog>
  );
}
