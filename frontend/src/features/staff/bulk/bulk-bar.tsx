import { useLingui } from "@lingui/react";
import { useState } from "react";
import { Button } from "@/ui/button";
import type { BulkAct, BulkPath } from "./api";
import { BulkDialog } from "./bulk-dialog";
import type { Selection } from "./use-selection";

interface Props {
  path: BulkPath;
  acts: BulkAct[];
  selection: Selection;
  nameOf: (id: number) => string;
  reasons?: [string, string][];
}

export function BulkBar({ path, acts, selection, nameOf, reasons }: Props) {
  const { i18n } = useLingui();
  const [chosen, setChosen] = useState<{ act: BulkAct; ids: number[]; names: Map<number, string> } | null>(null);
  const count = selection.ids.length;
  const choose = (act: BulkAct) =>
    setChosen({ act, ids: selection.ids, names: new Map(selection.ids.map((id) => [id, nameOf(id)])) });
  return (
    <>
      {count > 0 && (
        <section
          aria-label={i18n.t("Chosen lines")}
          className="sticky top-14 z-10 mb-2 flex flex-wrap items-center gap-2 border-y border-edge bg-paper py-2 md:top-18"
        >
          <p role="status" className="mr-auto text-small font-semibold">
            {i18n.t("{count, plural, one {# chosen} other {# chosen}}", { count })}
          </p>
          {acts.map((act) => (
            <Button key={act.act} tone="line" size="small" onClick={() => choose(act)}>
              {act.label}
            </Button>
          ))}
          <Button tone="quiet" size="small" onClick={selection.clear}>
            {i18n.t("Choose none")}
          </Button>
        </section>
      )}
      {chosen && (
        <BulkDialog
          path={path}
          act={chosen.act}
          ids={chosen.ids}
          nameOf={(id) => chosen.names.get(id) ?? nameOf(id)}
          reasons={reasons ?? []}
          onDone={selection.clear}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}
