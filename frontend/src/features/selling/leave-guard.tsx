import { useLingui } from "@lingui/react";
import { useEffect } from "react";
import { useBlocker } from "react-router-dom";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";

export function LeaveGuard({ wouldLose }: { wouldLose: () => boolean }) {
  const { i18n } = useLingui();
  const step = useBlocker(wouldLose);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (wouldLose()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [wouldLose]);
  if (step.state !== "blocked") return null;
  const stay = () => step.reset();
  const actions = (
    <>
      <Button tone="line" onClick={stay}>
        {i18n.t("Stay")}
      </Button>
      <Button tone="danger" onClick={() => step.proceed()}>
        {i18n.t("Leave")}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("Leave without saving?")} onClose={stay} actions={actions}>
      <p className="text-ink-2">{i18n.t("What you wrote last is not kept yet.")}</p>
    </Dialog>
  );
}
