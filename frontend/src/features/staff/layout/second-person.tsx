import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import type { Schemas } from "@/lib/calls/api-client";
import { addMessages, messageFor } from "@/lib/i18n/refusal-messages";
import { formatDateTime } from "@/lib/time/time";
import { useCurrentUser } from "@/shared/session/session";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";

addMessages(
  {},
  {
    second_person_needed: () => i18n.t("Another member of staff has to agree to this."),
    own_money: () => i18n.t("This is about your own money: another member of staff has to decide it."),
  },
);

export type SecondPerson = Schemas["BoostSecondPersonOut"];

interface Props {
  request: SecondPerson;
  what: string;
  onAgree: () => void;
  withdrawing: { isPending: boolean; error: Error | null; mutate: () => void };
}

export function SecondPersonNotice({ request, what, onAgree, withdrawing }: Props) {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  const isOwn = request.askedBy === user?.id;
  const until = formatDateTime(request.until);
  return (
    <Notice tone="warn" title={isOwn ? i18n.t("You asked for this") : i18n.t("A colleague asked for this")}>
      <p>{what}</p>
      <p>{i18n.t("Until {until} another member of staff can agree. The reason given:", { until })}</p>
      <p className="break-words">{request.reason}</p>
      {withdrawing.error && (
        <p role="alert" className="font-semibold">
          {messageFor(withdrawing.error).text}
        </p>
      )}
      <p className="mt-2 flex flex-wrap gap-2">
        {!isOwn && (
          <Button tone="danger" size="small" onClick={onAgree}>
            {i18n.t("Agree")}
          </Button>
        )}
        <Button tone="line" size="small" busy={withdrawing.isPending} onClick={withdrawing.mutate}>
          {i18n.t("Take the request back")}
        </Button>
      </p>
    </Notice>
  );
}
