import { useLingui } from "@lingui/react";
import { CATEGORIES, categoryName } from "@/shared/listings/categories";
import type { Facets } from "@/shared/listings/types";
import { Radio } from "@/ui/choice";
import { kindName } from "../names";
import type { Kind, SearchTerms } from "../search/search-terms";
import { Group } from "./range-group";

interface Props {
  name: string;
  draft: SearchTerms;
  facets?: Facets;
  onChange: (part: Partial<SearchTerms>) => void;
}

export function Counted({ count, children }: { count: number | undefined; children: React.ReactNode }) {
  return (
    <span className="flex min-w-0 gap-3">
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {count !== undefined && (
        <span className="text-meta leading-[1.7] text-ink-3">{count.toLocaleString("en-MY")}</span>
      )}
    </span>
  );
}

const ROW = "min-h-10 py-2 [&>span]:min-w-0 [&>span]:flex-1 max-md:min-h-11 max-md:py-2.5";

export function CategoryGroup({ name, draft, facets, onChange }: Props) {
  const { i18n } = useLingui();
  const all = facets?.categories.reduce((sum, { count }) => sum + count, 0);
  const countOf = (id: number) => facets && (facets.categories.find((category) => category.id === id)?.count ?? 0);
  return (
    <Group title={i18n.t("Category")}>
      <Radio
        name={`${name}-category`}
        className={ROW}
        checked={!draft.category}
        onChange={() => onChange({ category: undefined })}
      >
        <Counted count={all}>{i18n.t("All Categories")}</Counted>
      </Radio>
      {CATEGORIES.map((id) => (
        <Radio
          key={id}
          name={`${name}-category`}
          className={ROW}
          checked={draft.category === id}
          onChange={() => onChange({ category: id })}
        >
          <Counted count={countOf(id)}>{categoryName(id)}</Counted>
        </Radio>
      ))}
    </Group>
  );
}

const KINDS: Kind[] = ["fixed", "negotiable", "auction"];

export function KindGroup({ name, draft, facets, onChange }: Props) {
  const { i18n } = useLingui();
  const countOf = (kind: Kind) => facets && (facets.listingTypes.find((choice) => choice.name === kind)?.count ?? 0);
  const kinds = draft.type === "regular" ? [...KINDS, "regular" as const] : KINDS;
  return (
    <Group title={i18n.t("How it is sold")}>
      <Radio name={`${name}-kind`} className={ROW} checked={!draft.type} onChange={() => onChange({ type: undefined })}>
        {i18n.t("Any")}
      </Radio>
      {kinds.map((kind) => (
        <Radio
          key={kind}
          name={`${name}-kind`}
          className={ROW}
          checked={draft.type === kind}
          onChange={() => onChange({ type: kind })}
        >
          <Counted count={kind === "regular" ? undefined : countOf(kind)}>{kindName(kind)}</Counted>
        </Radio>
      ))}
    </Group>
  );
}

export function LevelGroup({ name, draft, onChange }: Props) {
  const { i18n } = useLingui();
  const levels: [string, number | undefined, number | undefined][] = [
    [i18n.t("Any level"), undefined, undefined],
    [i18n.t("Over 90% full"), 91, undefined],
    [i18n.t("Over 50% full"), 51, undefined],
    [i18n.t("Up to 50% full"), undefined, 50],
  ];
  return (
    <Group title={i18n.t("Bottle level")}>
      {levels.map(([label, minFill, maxFill]) => (
        <Radio
          key={label}
          name={`${name}-level`}
          className={ROW}
          checked={draft.minFill === minFill && draft.maxFill === maxFill}
          onChange={() => onChange({ minFill, maxFill })}
        >
          {label}
        </Radio>
      ))}
    </Group>
  );
}
