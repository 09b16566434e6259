import { useLingui } from "@lingui/react";
import { type FormEvent, useId, useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextArea, TextField } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { SelectField } from "@/ui/select";
import { type ActReason, actReasons } from "../layout/reason-words";
import { type BulkAct, type BulkForm, type BulkPath, useBulk, usePreview } from "./api";
import { LineList } from "./line-list";

const MAX_DAYS = 365;

interface Props {
  path: BulkPath;
  act: BulkAct;
  ids: number[];
  nameOf: (id: number) => string;
  reasons: [string, string][];
  onDone: () => void;
  onClose: () => void;
}

export function BulkDialog({ path, act, ids, nameOf, reasons, onDone, onClose }: Props) {
  const { i18n } = useLingui();
  const id = useId();
  const previewing = usePreview(path);
  const doing = useBulk(path);
  const [key] = useState(() => crypto.randomUUID());
  const [days, setDays] = useState("7");
  const [reason, setReason] = useState(reasons[0]?.[0] ?? "");
  const [code, setCode] = useState<ActReason>("other");
  const [words, setWords] = useState("");
  const [isTried, setTried] = useState(false);
  const asks = (what: BulkAct["asks"][number]) => act.asks.includes(what);
  const isShort = asks("words") && words.trim().length < 3;
  const isWrongDays =
    asks("days") && !(Number.isInteger(Number(days)) && Number(days) >= 1 && Number(days) <= MAX_DAYS);
  const form: BulkForm = {
    ids,
    ...(!act.isBare && { act: act.act }),
    ...act.form,
    ...(asks("days") && { days: Number(days) }),
    ...(asks("reason") && { reason }),
    ...(asks("code") && { code }),
    ...(asks("words") && { [asks("reason") ? "words" : "reason"]: words.trim() }),
  };
  const preview = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isShort && !isWrongDays) previewing.mutate(form);
  };
  const { data: seen } = previewing;
  const { data: done } = doing;
  const toTry = seen?.lines.filter(({ outcome }) => outcome !== "refused").length ?? 0;
  const isUnsure = done?.lines.some(({ outcome }) => outcome === "unknown") ?? false;
  const send = () => doing.mutate({ form, key }, { onSuccess: onDone });
  const wordsLabel = () => {
    if (asks("reason")) return i18n.t("Words for the record");
    return asks("code") ? i18n.t("In your own words") : i18n.t("Reason");
  };
  const error = doing.error ?? previewing.error;
  const isOver = done && !isUnsure;
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {isOver ? i18n.t("Back to the list") : i18n.t("Cancel")}
      </Button>
      {!seen && (
        <Button type="submit" form={id} busy={previewing.isPending}>
          {i18n.t("See what it will do")}
        </Button>
      )}
      {seen && !isOver && (
        <Button
          tone={act.isHarmless ? "primary" : "danger"}
          busy={doing.isPending}
          disabled={toTry === 0}
          onClick={send}
        >
          {isUnsure || doing.error
            ? i18n.t("Go on")
            : i18n.t("{toTry, plural, one {Do it to # line} other {Do it to # lines}}", { toTry })}
        </Button>
      )}
    </>
  );
  return (
    <Dialog open title={act.label} onClose={onClose} actions={actions}>
      <div className="grid gap-4">
        {error && (
          <Notice tone="bad" role="alert" title={i18n.t("Error")}>
            {messageFor(error).text}
          </Notice>
        )}
        {!seen && (
          <form id={id} noValidate onSubmit={preview} className="grid gap-4">
            <p>{act.text}</p>
            {asks("days") && (
              <TextField
                label={i18n.t("Days")}
                inputMode="numeric"
                value={days}
                error={isTried && isWrongDays ? i18n.t("From 1 to 365 days.") : undefined}
                onChange={({ target }) => setDays(target.value)}
              />
            )}
            {asks("reason") && (
              <SelectField label={i18n.t("Reason")} value={reason} onChange={({ target }) => setReason(target.value)}>
                {reasons.map(([value, name]) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </SelectField>
            )}
            {asks("code") && (
              <SelectField
                label={i18n.t("Why")}
                value={code}
                onChange={({ target }) => setCode(target.value as ActReason)}
              >
                {actReasons().map(([value, name]) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </SelectField>
            )}
            {asks("words") && (
              <TextArea
                label={wordsLabel()}
                maxLength={act.mostWords ?? 500}
                value={words}
                error={isTried && isShort ? i18n.t("Please say why.") : undefined}
                onChange={({ target }) => setWords(target.value)}
              />
            )}
          </form>
        )}
        {seen && !done && <p>{i18n.t("Nothing was changed yet. This is what it will do to each line:")}</p>}
        {done && (
          <p role="status">
            {isUnsure
              ? i18n.t("For some lines we do not know whether it was done. Press Go on: nothing is done twice.")
              : i18n.t("This is what it did to each line:")}
          </p>
        )}
        {seen && <LineList lines={(done ?? seen).lines} nameOf={nameOf} isAhead={!done} />}
        {done && (
          <p className="num text-meta break-all text-ink-3">
            {i18n.t("In the record: batch {id}", { id: done.batchId })}
          </p>
        )}
      </div>
    </Dialog>
  );
}
