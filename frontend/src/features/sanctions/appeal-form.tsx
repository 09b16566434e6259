import { useLingui } from "@lingui/react";
import { type FormEvent, useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { Button } from "@/ui/button";
import { TextArea } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { type OwnCase, useAppealing } from "./api";

const LEAST = 10;

export function AppealForm({ ownCase }: { ownCase: OwnCase }) {
  const { i18n } = useLingui();
  const { mutate, isPending, error } = useAppealing(ownCase);
  const [words, setWords] = useState("");
  const [isTried, setTried] = useState(false);
  const isShort = words.trim().length < LEAST;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isShort) mutate(words.trim());
  };
  return (
    <form noValidate onSubmit={send} className="grid justify-items-start gap-4">
      {error && (
        <Notice tone="bad" role="alert" title={i18n.t("Error")}>
          {messageFor(error).text}
        </Notice>
      )}
      <div className="w-full">
        <TextArea
          label={i18n.t("Why this should be looked at again")}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          maxLength={1000}
          error={isTried && isShort ? i18n.t("Please write at least 10 characters") : undefined}
          hint={i18n.t("Only our staff can read it.")}
        />
      </div>
      <Button type="submit" busy={isPending}>
        {i18n.t("Send appeal")}
      </Button>
    </form>
  );
}
