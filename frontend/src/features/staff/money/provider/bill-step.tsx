import { useLingui } from "@lingui/react";
import { useState } from "react";
import { failureMessage } from "@/lib/calls/commands";
import { Button } from "@/ui/button";
import { showToast } from "@/ui/toast-store";
import { useBillStep } from "../api";
import { ReasonDialog } from "../reason-dialog";

interface Props {
  billId: number;
  step: "ask" | "credit";
  name: string;
}

export function BillStep({ billId, step, name }: Props) {
  const { i18n } = useLingui();
  const { mutate, isPending } = useBillStep(billId);
  const [isOpen, setOpen] = useState(false);
  const outcomes: Record<string, string> = {
    paid: i18n.t("It is paid: the money is held."),
    credited: i18n.t("What came is wallet credit of its payer."),
    repeated: i18n.t("It was paid before."),
    open: i18n.t("Nothing is paid. The bill is open again."),
    failed: i18n.t("The payment failed. The bill is open again."),
    deleted: i18n.t("Nothing was paid, and the bill is deleted."),
    review: i18n.t("It still does not fit."),
  };
  const isCredit = step === "credit";
  const title = isCredit ? i18n.t("Credit what came: {name}", { name }) : i18n.t("Ask the provider: {name}", { name });
  const button = isCredit ? i18n.t("Credit what came") : i18n.t("Ask the provider");
  const failure = isCredit ? i18n.t("Nothing was credited") : i18n.t("The provider was not asked");
  const send = (given: Parameters<typeof mutate>[0]) =>
    mutate(given, {
      onSuccess: (answer) => {
        showToast({
          title: outcomes[answer.found] ?? answer.found,
          text: name,
          tone: answer.found === "review" ? "bad" : undefined,
        });
        setOpen(false);
      },
      onError: (error) => showToast({ ...failureMessage(failure, error), tone: "bad" }),
    });
  return (
    <>
      <Button
        tone="line"
        size="small"
        busy={isPending && !isCredit}
        aria-label={title}
        onClick={() => (isCredit ? setOpen(true) : send({ step: "ask" }))}
      >
        {button}
      </Button>
      {isOpen && (
        <ReasonDialog
          title={title}
          button={button}
          busy={isPending}
          onSend={(reason) => send({ step: "credit", reason })}
          onClose={() => setOpen(false)}
        >
          <p className="text-small text-ink-2">
            {i18n.t(
              "The provider is asked what was paid in truth. That becomes wallet credit of its payer, once, and nothing is paid by it.",
            )}
          </p>
        </ReasonDialog>
      )}
    </>
  );
}
