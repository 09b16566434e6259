import { useLingui } from "@lingui/react";
import { conditionName } from "@/shared/listings/listing-words";
import type { Choice } from "@/shared/listings/types";
import { Checkbox } from "@/ui/choice";
import type { ListName, SearchTerms } from "../search/search-terms";
import { Counted } from "./choice-groups";
import { Group } from "./range-group";

interface Props {
  list: ListName;
  title: string;
  draft: SearchTerms;
  choices: Choice[] | undefined;
  onChange: (part: Partial<SearchTerms>) => void;
}

export function ListGroup({ list, title, draft, choices = [], onChange }: Props) {
  const { i18n } = useLingui();
  const chosen: string[] = draft[list];
  const missing = chosen.filter((name) => !choices.some((choice) => choice.name === name));
  const all: { name: string; count?: number }[] = [...missing.map((name) => ({ name })), ...choices];
  const toggle = (name: string, on: boolean) =>
    onChange({ [list]: on ? [...chosen, name] : chosen.filter((item) => item !== name) });
  return (
    <Group title={title}>
      {all.length === 0 ? (
        <p className="py-2 text-small text-ink-3">{i18n.t("Nothing to choose from here.")}</p>
      ) : (
        <div className="max-h-66 overflow-y-auto pr-1 max-md:max-h-none">
          {all.map(({ name, count }) => (
            <Checkbox
              key={name}
              className="min-h-10 py-2 [&>span]:min-w-0 [&>span]:flex-1 max-md:min-h-11 max-md:py-2.5"
              checked={chosen.includes(name)}
              onChange={({ target }) => toggle(name, target.checked)}
            >
              <Counted count={count}>{list === "condition" ? conditionName(name) : name}</Counted>
            </Checkbox>
          ))}
        </div>
      )}
    </Group>
  );
}
