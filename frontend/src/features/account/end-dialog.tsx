import { useLingui } from "@lingui/react";
import type { UseMutationResult } from "@tanstack/react-query";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { showToast } from "@/ui/toast-store";

interface Props<One> {
  title: string;
  text: string;
  button: string;
  done: string;
  item: One;
  ending: UseMutationResult<unknown, Error, One>;
  onClose: () => void;
}

export function EndDialog<One>({ title, text, button, done, item, ending, onClose }: Props<One>) {
  const { i18n } = useLingui();
  const end = () =>
    ending.mutate(item, {
      onSuccess: () => {
        showToast({ title: done });
        onClose();
      },
      onError: (error) => showToast({ ...messageFor(error), tone: "bad" }),
    });
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button tone="danger" busy={ending.isPending} onClick={end}>
        {button}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} actions={actions}>
      <p className="text-ink-2">{text}</p>
    </Dialog>
  );
}
