import { useLingui } from "@lingui/react";
import { Checkbox } from "@/ui/choice";
import { Cell, HeadCell } from "@/ui/table";
import type { Selection } from "./use-selection";

export function SelectAllCell({ selection }: { selection: Selection }) {
  const { i18n } = useLingui();
  return (
    <HeadCell data-select className="w-11">
      <Checkbox checked={selection.isAll} onChange={selection.toggleAll}>
        <span className="md:sr-only">{i18n.t("Choose all shown")}</span>
      </Checkbox>
    </HeadCell>
  );
}

export function SelectCell({ selection, id, name }: { selection: Selection; id: number; name: string }) {
  const { i18n } = useLingui();
  return (
    <Cell data-select className="w-11">
      <Checkbox checked={selection.has(id)} onChange={() => selection.toggle(id)}>
        <span className="sr-only">{i18n.t("Choose {name}", { name })}</span>
      </Checkbox>
    </Cell>
  );
}
