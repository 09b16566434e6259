import { useLingui } from "@lingui/react";
import type { ReactNode } from "react";
import { formatDateTime } from "@/lib/time/time";
import { Badge } from "@/ui/badge";
import type { ProviderMessage } from "../api";
import { JUDGEMENT_TONES, judgementNames, kindNames } from "./judgement-words";

export function ProviderMessageList({ messages }: { messages: ProviderMessage[] }) {
  const { i18n } = useLingui();
  return (
    <section aria-labelledby="provider-messages">
      <h2 id="provider-messages" className="mb-2 text-h3">
        {i18n.t("What the provider told")}
      </h2>
      {messages.length === 0 && <p className="text-ink-2">{i18n.t("Nothing came about this order.")}</p>}
      {messages.length > 0 && (
        <div className="border-t border-edge">
          <ProviderMessageLines messages={messages} />
        </div>
      )}
    </section>
  );
}

export function ProviderMessageLines({ messages }: { messages: ProviderMessage[] }) {
  return (
    <ul>
      {messages.map((message) => (
        <li key={message.id} className="border-b border-line py-2 last:border-b-0">
          <ProviderMessageLine message={message} />
        </li>
      ))}
    </ul>
  );
}

export function ProviderMessageLine({ message, children }: { message: ProviderMessage; children?: ReactNode }) {
  const { i18n } = useLingui();
  const { kind, billId, judgement, receivedAt, raw } = message;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
        <Badge tone={judgement ? (JUDGEMENT_TONES[judgement] ?? "line") : "plain"}>
          {judgement ? (judgementNames()[judgement] ?? judgement) : i18n.t("Not judged yet")}
        </Badge>
        <span>{kindNames()[kind] ?? kind}</span>
        <span className="num text-ink-3">{billId}</span>
        <time dateTime={receivedAt} className="text-ink-3">
          {formatDateTime(receivedAt)}
        </time>
        {children}
      </div>
      <details>
        <summary className="inline-flex min-h-11 items-center text-small underline">{i18n.t("As it came")}</summary>
        <pre className="mb-2 overflow-x-auto whitespace-pre-wrap break-all rounded-1 bg-wash p-3 text-meta">
          {raw || i18n.t("Emptied when its seller was erased.")}
        </pre>
      </details>
    </>
  );
}
