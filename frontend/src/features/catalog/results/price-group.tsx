import { useLingui } from "@lingui/react";
import { RangeSlider } from "@/ui/range-slider";
import { PRICE_END, PRICE_STEP, type SearchTerms } from "../search/search-terms";
import { Group, NumberInput } from "./range-group";

const MOST = 1_000_000;

export function PriceGroup({
  draft,
  onChange,
}: {
  draft: SearchTerms;
  onChange: (part: Partial<SearchTerms>) => void;
}) {
  const { i18n } = useLingui();
  const { minPrice, maxPrice } = draft;
  const low = Math.min(minPrice ?? 0, PRICE_END);
  const high = Math.max(low, Math.min(maxPrice ?? PRICE_END, PRICE_END));
  const slide = ([from, to]: [number, number]) =>
    onChange({
      ...(from !== low && { minPrice: from || undefined }),
      ...(to !== high && { maxPrice: to >= PRICE_END ? undefined : to }),
    });
  return (
    <Group title={i18n.t("Price")}>
      <div className="px-3">
        <RangeSlider
          labels={[i18n.t("Lowest price"), i18n.t("Highest price")]}
          value={[low, high]}
          min={0}
          max={PRICE_END}
          step={PRICE_STEP}
          valueText={(value) => (value >= PRICE_END ? i18n.t("RM 500 and above") : `RM ${value}`)}
          onChange={slide}
        />
      </div>
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2">
        <NumberInput
          label={i18n.t("Price from")}
          prefix="RM"
          placeholder="0"
          most={MOST}
          value={minPrice}
          onChange={(value) => onChange({ minPrice: value })}
        />
        <span className="text-meta text-ink-3">{i18n.t("to")}</span>
        <NumberInput
          label={i18n.t("Price to")}
          prefix="RM"
          placeholder="500+"
          most={MOST}
          value={maxPrice}
          onChange={(value) => onChange({ maxPrice: value })}
        />
      </div>
    </Group>
  );
}
