import { useLingui } from "@lingui/react";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";

interface Props {
  name: string;
  busy?: boolean;
  onClose: () => void;
  onUnpaid: () => void;
}

export function UnpaidDialog({ name, busy, onClose, onUnpaid }: Props) {
  const { i18n } = useLingui();
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Wait a little longer")}
      </Button>
      <Button tone="danger" busy={busy} onClick={onUnpaid}>
        {i18n.t("It was not paid")}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("Did no payment arrive?")} onClose={onClose} actions={actions}>
      <p>{i18n.t("{name} gets a strike, and the bottle is yours again. This cannot be undone.", { name })}</p>
    </Dialog>
  );
}
