import { useLingui } from "@lingui/react";
import { CopyButton } from "@/ui/copy-button";
import { changedFields, fieldName, fieldValue } from "./changed-fields";

interface Props {
  source: string;
  details: Record<string, unknown>;
}

export function Changes({ source, details }: Props) {
  const { i18n } = useLingui();
  const fields = changedFields(details);
  const { requestId } = details;
  const entry = { source, act: details.act };
  return (
    <>
      {fields.length > 0 && (
        <ul className="mb-1 grid gap-1 text-small">
          {fields.map(({ name, before, after }) => (
            <li key={name} className="break-words">
              <span className="text-ink-2">{fieldName(name)}</span>{" "}
              <s className="text-ink-3">{fieldValue(name, before, entry)}</s>
              <span className="sr-only"> → </span>{" "}
              <b className="bg-ambar-wash px-1 font-semibold text-ink">{fieldValue(name, after, entry)}</b>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-meta">
        {typeof requestId === "string" && (
          <>
            <span className="num text-ink-3" title={requestId}>
              {i18n.t("Request {id}", { id: inShort(requestId) })}
            </span>
            <CopyButton text={requestId} what={i18n.t("Copy")} />
          </>
        )}
        <details className="open:w-full">
          <summary className="inline-flex min-h-9 items-center underline">{i18n.t("Show")}</summary>
          <pre className="max-w-120 overflow-x-auto text-meta">{JSON.stringify(details, null, 2)}</pre>
        </details>
      </div>
    </>
  );
}

const inShort = (id: string) => (id.length > 12 ? `${id.slice(0, 4)}…${id.slice(-2)}` : id);
