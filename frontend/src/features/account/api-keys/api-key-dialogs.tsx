import { useLingui } from "@lingui/react";
import { useState } from "react";
import { type Given, ProofDialog } from "@/shared/session/proof-dialog";
import type { User } from "@/shared/session/session";
import { Checkbox } from "@/ui/choice";
import { TextField } from "@/ui/field";
import { SelectField } from "@/ui/select";
import { EndDialog } from "../end-dialog";
import { CodeChoice } from "../security/code-choice";
import { type ApiKey, type KeyChoice, type NewApiKey, useCreateKey, useRevokeKey, useRotateKey } from "./api-key-calls";
import { SCOPES, scopeWords } from "./api-key-scopes";

interface Making {
  user: User;
  onDone: (created: NewApiKey) => void;
  onClose: () => void;
}

const DAYS = [30, 90, 180, 365];

export function CreateKey({ user, onDone, onClose }: Making) {
  const { i18n } = useLingui();
  const create = useCreateKey(user);
  const [choice, setChoice] = useState<KeyChoice>({ name: "", scopes: ["read"], days: 90 });
  const [isTried, setTried] = useState(false);
  const name = choice.name.trim();
  const act = async ({ password, word }: Given) => {
    setTried(true);
    if (!name || choice.scopes.length === 0) return;
    onDone(await create.mutateAsync({ choice: { ...choice, name }, shown: { password, word } }));
  };
  return (
    <ProofDialog title={i18n.t("Create an API key")} button={i18n.t("Create")} act={act} onClose={onClose}>
      <TextField
        label={i18n.t("Name of this key")}
        hint={i18n.t("The program that will use it: “Stock sync”.")}
        maxLength={64}
        value={choice.name}
        error={isTried && !name ? i18n.t("A name is required") : undefined}
        onChange={(event) => setChoice({ ...choice, name: event.target.value })}
      />
      <CodeChoice
        legend={i18n.t("What it may do")}
        offered={SCOPES.map((scope) => [scope, scopeWords(i18n, scope)])}
        chosen={choice.scopes}
        isMissing={isTried && choice.scopes.length === 0}
        onChange={(scopes) => setChoice({ ...choice, scopes })}
      />
      <SelectField
        label={i18n.t("Ends after")}
        value={choice.days}
        onChange={(event) => setChoice({ ...choice, days: Number(event.target.value) })}
      >
        {DAYS.map((days) => (
          <option key={days} value={days}>
            {i18n.t("{days} days", { days })}
          </option>
        ))}
      </SelectField>
    </ProofDialog>
  );
}

export function RotateKey({ user, apiKey, onDone, onClose }: Making & { apiKey: ApiKey }) {
  const { i18n } = useLingui();
  const rotate = useRotateKey(user);
  const [endNow, setEndNow] = useState(false);
  const act = async ({ password, word }: Given) =>
    onDone(await rotate.mutateAsync({ key: apiKey, endNow, shown: { password, word } }));
  return (
    <ProofDialog
      title={i18n.t("Replace {name}", { name: apiKey.name })}
      button={i18n.t("Replace the key")}
      act={act}
      onClose={onClose}
    >
      <p className="text-ink-2">
        {i18n.t("The old key works for 24 more hours, so that you have time to change your program.")}
      </p>
      <Checkbox checked={endNow} onChange={(event) => setEndNow(event.target.checked)}>
        {i18n.t("End the old key now: another person may have it")}
      </Checkbox>
    </ProofDialog>
  );
}

export function RevokeKey({ user, apiKey, onClose }: { user: User; apiKey: ApiKey; onClose: () => void }) {
  const { i18n } = useLingui();
  return (
    <EndDialog
      title={i18n.t("Revoke {name}", { name: apiKey.name })}
      text={i18n.t("Programs that use it stop at once. This cannot be undone.")}
      button={i18n.t("Revoke")}
      done={i18n.t("API key revoked")}
      item={apiKey}
      ending={useRevokeKey(user)}
      onClose={onClose}
    />
  );
}
