/** What an act of staff changed, a line for each field, and the request it was part of. */
import { useLingui } from "@lingui/react";
import { CopyButton } from "@/ui/copy-button";
import { changedFields, fieldName, fieldValue } from "./changed-fields";

export function Changes({ details }: { details: Record<string, unknown> }) {
  const { i18n } = useLingui();
  const fields = changedFields(details);
  const { requestId } = details;
  return (
    <>
      {fields.length > 0 && (
        <ul className="text-small">
          {fields.map(({ name, before, after }) => (
            <li key={name} className="break-words">
              <span className="text-ink-3">{fieldName(name)}</span>{" "}
              {i18n.t("{before} → {after}", { before: fieldValue(name, before), after: fieldValue(name, after) })}
            </li>
          ))}
        </ul>
      )}
      {typeof requestId === "string" && (
        <p className="my-1 flex flex-wrap items-center gap-2 text-meta">
          <span className="num break-all text-ink-3">{i18n.t("Request {id}", { id: requestId })}</span>
          <CopyButton text={requestId} what={i18n.t("Copy")} />
        </p>
      )}
    </>
  );
}
