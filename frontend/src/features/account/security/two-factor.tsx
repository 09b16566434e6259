import { useLingui } from "@lingui/react";
import { useState } from "react";
import { type Given, ProofDialog } from "@/shared/session/proof-dialog";
import type { User } from "@/shared/session/session";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { showToast } from "@/ui/toast-store";
import { beginTwoFactor, endTwoFactor, newRecoveryCodes, type Shown, usePublishSecondFactor } from "../api";
import { Section } from "../section";
import { RecoveryCodes } from "./recovery-codes";
import { type Secret, SetUp } from "./two-factor-set-up";

type Stage =
  | { at: "rest" }
  | { at: "password" }
  | { at: "set-up"; secret: Secret }
  | { at: "codes"; codes: string[] }
  | { at: "renew" }
  | { at: "end" };
const REST: Stage = { at: "rest" };

export function TwoFactor({ user }: { user: User }) {
  const { i18n } = useLingui();
  const [stage, setStage] = useState<Stage>(REST);
  const text = i18n.t("A code from your phone as well as your password. Stealing one of them is not enough.");
  return (
    <Section title={i18n.t("Two-step sign-in")} text={text}>
      {user.twoFactor ? (
        <div className="flex flex-wrap items-center gap-3">
          <Badge tone="good">{i18n.t("On")}</Badge>
          <Button tone="line" onClick={() => setStage({ at: "renew" })}>
            {i18n.t("New recovery codes")}
          </Button>
          <Button tone="quiet" onClick={() => setStage({ at: "end" })}>
            {i18n.t("Turn off")}
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Badge tone="line">{i18n.t("Off")}</Badge>
          <Button tone="line" onClick={() => setStage({ at: "password" })}>
            {i18n.t("Turn on")}
          </Button>
        </div>
      )}
      <Stages user={user} stage={stage} go={setStage} />
    </Section>
  );
}

function Stages({ user, stage, go }: { user: User; stage: Stage; go: (stage: Stage) => void }) {
  const { i18n } = useLingui();
  const publishSecondFactor = usePublishSecondFactor();
  const close = () => go(REST);
  if (stage.at === "set-up") {
    return <SetUp user={user} secret={stage.secret} onClose={close} onDone={(codes) => go({ at: "codes", codes })} />;
  }
  if (stage.at === "codes") {
    const finish = () => {
      publishSecondFactor(true);
      close();
    };
    return <RecoveryCodes codes={stage.codes} username={user.username} onClose={finish} />;
  }
  if (stage.at === "password") {
    const begin = async (shown: Shown) => go({ at: "set-up", secret: await beginTwoFactor(user, shown) });
    return (
      <ProofDialog title={i18n.t("Turn on two-step sign-in")} button={i18n.t("Continue")} act={begin} onClose={close} />
    );
  }
  if (stage.at === "renew") {
    const renew = async ({ code, ...shown }: Given) =>
      go({ at: "codes", codes: (await newRecoveryCodes(user, shown, code.trim())).recoveryCodes });
    return (
      <ProofDialog
        title={i18n.t("New recovery codes")}
        button={i18n.t("Make new codes")}
        needs={{ code: true }}
        act={renew}
        onClose={close}
      >
        <p className="text-ink-2">{i18n.t("The old codes stop working at once.")}</p>
      </ProofDialog>
    );
  }
  if (stage.at === "rest") return null;
  const end = async ({ code, ...shown }: Given) => {
    await endTwoFactor(user, shown, code.trim());
    publishSecondFactor(false);
    showToast({ title: i18n.t("Two-step sign-in is off") });
    close();
  };
  return (
    <ProofDialog
      title={i18n.t("Turn off two-step sign-in")}
      button={i18n.t("Turn off")}
      tone="danger"
      needs={{ code: true }}
      act={end}
      onClose={close}
    >
      <p className="text-ink-2">{i18n.t("After this, your password alone is enough to sign in.")}</p>
    </ProofDialog>
  );
}
