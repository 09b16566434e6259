import { useLingui } from "@lingui/react";
import { useEffect, useRef } from "react";
import { Notice } from "./notice";

export interface WrongField {
  id: string;
  label: string;
}

/** `attempt` rises with each submit, so that a repeated error is announced again. */
export function ErrorSummary({ wrong, attempt }: { wrong: WrongField[]; attempt: number }) {
  const { i18n } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const several = wrong.length > 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus moves once for each attempt, not while fields are mended
  useEffect(() => {
    if (attempt > 0 && several) box.current?.focus();
  }, [attempt]);
  if (!several || attempt === 0) return null;
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="bad" role="alert" title={i18n.t("{count} fields need attention.", { count: wrong.length })}>
        {wrong.map(({ id, label }, place) => (
          <span key={id}>
            {place > 0 && ", "}
            <a className="underline" href={`#${id}`} onClick={(event) => goTo(event, id)}>
              {label}
            </a>
          </span>
        ))}
      </Notice>
    </div>
  );
}

function goTo(event: React.MouseEvent, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}
