import { useLingui } from "@lingui/react";
import { ImagePlus } from "lucide-react";
import { type ChangeEvent, useRef, useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatDateTime } from "@/lib/time/time";
import { decisionReasons, reasonNames } from "@/shared/protection/protection-words";
import { Button } from "@/ui/button";
import { TextArea } from "@/ui/field";
import { smallIcon } from "@/ui/icon";
import { Notice } from "@/ui/notice";
import { SafeImage } from "@/ui/photo";
import { type Deal, type Dispute, useShowing, useStep } from "./api";
import { AppealView } from "./appeal-view";

export function DisputeView({ deal, dispute }: { deal: Deal; dispute: Dispute }) {
  const { i18n } = useLingui();
  const Heading = deal.role === "staff" ? "h2" : "h3";
  return (
    <section aria-labelledby="dispute" className="grid gap-4 border-t border-line pt-5">
      <div className="grid gap-1.5">
        <Heading id="dispute" className="font-sans text-body font-semibold tracking-normal">
          {reasonNames()[dispute.reason]}
        </Heading>
        <span className="text-meta text-ink-3">
          {i18n.t("Buyer")}, <time dateTime={dispute.openedAt}>{formatDateTime(dispute.openedAt)}</time>
        </span>
      </div>
      <blockquote className="max-w-prose border-l-2 border-line pl-4 break-words whitespace-pre-line">
        {dispute.words || i18n.t("These words were removed with their account.")}
      </blockquote>
      {dispute.evidence.length > 0 && (
        <ul aria-label={i18n.t("What was shown")} className="grid gap-4">
          {dispute.evidence.map((evidence) => (
            <Shown key={evidence.id} evidence={evidence} />
          ))}
        </ul>
      )}
      {dispute.decidedAt ? (
        <Notice title={i18n.t("Decided on {time}.", { time: formatDateTime(dispute.decidedAt) })}>
          {dispute.decisionCode && dispute.decisionCode !== "other" && (
            <b className="block font-semibold">{decisionReasons()[dispute.decisionCode]}</b>
          )}
          <span className="break-words">{dispute.decisionWords}</span>
        </Notice>
      ) : (
        <p className="text-small text-ink-2">
          {deal.role === "staff"
            ? i18n.t("Both can show what they know until {time}.", { time: formatDateTime(dispute.evidenceUntil) })
            : i18n.t("Both of you can show what you know until {time}. Then our staff decides.", {
                time: formatDateTime(dispute.evidenceUntil),
              })}
        </p>
      )}
      {deal.appeal && <AppealView deal={deal} appeal={deal.appeal} />}
      {deal.next.includes("ADD_EVIDENCE") && <AddEvidence dealId={deal.dealId} />}
    </section>
  );
}

function Shown({ evidence }: { evidence: Dispute["evidence"][number] }) {
  const { i18n } = useLingui();
  const author = evidence.author === "seller" ? i18n.t("Seller") : i18n.t("Buyer");
  return (
    <li className="grid gap-1.5">
      <span className="text-meta text-ink-3">
        {author}, <time dateTime={evidence.addedAt}>{formatDateTime(evidence.addedAt)}</time>
      </span>
      {evidence.kind === "photograph" && evidence.url ? (
        <a href={evidence.url} target="_blank" rel="noreferrer" className="justify-self-start">
          <SafeImage
            src={evidence.smallUrl ?? evidence.url}
            alt={i18n.t("Photograph of the {author}", { author: author.toLowerCase() })}
            className="size-32 rounded-1 object-cover"
          />
        </a>
      ) : (
        <p className="max-w-prose break-words whitespace-pre-line">
          {evidence.kind === "tracking" && evidence.words
            ? i18n.t("Tracking number {number}", { number: evidence.words })
            : evidence.words ||
              (evidence.kind !== "photograph" && i18n.t("These words were removed with their account."))}
        </p>
      )}
    </li>
  );
}

function AddEvidence({ dealId }: { dealId: number }) {
  const { i18n } = useLingui();
  const step = useStep(dealId);
  const showing = useShowing(dealId);
  const [words, setWords] = useState("");
  const chooser = useRef<HTMLInputElement>(null);
  const error = step.error ?? showing.error;
  const add = () =>
    step.mutate(
      { command: "evidence", body: { kind: "statement", words: words.trim() } },
      { onSuccess: () => setWords("") },
    );
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = "";
    if (file) showing.mutate(file);
  };
  return (
    <div className="grid max-w-prose gap-3 print:hidden">
      {error && (
        <Notice tone="bad" role="alert">
          {messageFor(error).text}
        </Notice>
      )}
      <TextArea
        label={i18n.t("Your side")}
        maxLength={2000}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button busy={step.isPending} disabled={!words.trim()} onClick={add}>
          {i18n.t("Add")}
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          accept="image/jpeg,image/png,image/gif,image/webp"
          data-testid="evidence-photograph"
          aria-label={i18n.t("Add a photograph")}
          onChange={choose}
        />
        <Button tone="line" busy={showing.isPending} onClick={() => chooser.current?.click()}>
          <ImagePlus {...smallIcon} />
          {i18n.t("Add a photograph")}
        </Button>
      </div>
    </div>
  );
}
