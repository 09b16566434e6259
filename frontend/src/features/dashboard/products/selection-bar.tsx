import { useLingui } from "@lingui/react";
import { formatRinggit } from "@/lib/money";
import { Button } from "@/ui/button";
import { Menu, MenuItem } from "@/ui/menu";
import type { BulkAction } from "../api";

const BOOST_RINGGIT = 10;

interface Props {
  count: number;
  boostable: number;
  onClear: () => void;
  onBoost: () => void;
  onBulk: (action: BulkAction) => void;
}

export function SelectionBar({ count, boostable, onClear, onBoost, onBulk }: Props) {
  const { i18n } = useLingui();
  const trigger = <Button tone="line">{i18n.t("Change")}</Button>;
  return (
    <>
      <div aria-hidden="true" className="h-28 max-md:h-40" />
      <section
        aria-label={i18n.t("Selection")}
        className="fixed bottom-6 left-1/2 z-50 flex -translate-x-1/2 animate-enter flex-wrap items-center gap-3 rounded-1 border border-ink bg-surface py-2.5 pr-2.5 pl-5 shadow-lift max-md:inset-x-3 max-md:bottom-17 max-md:left-3 max-md:translate-x-0 max-md:gap-2 max-md:pl-3.5"
      >
        <div role="status" className="mr-2 flex-1 whitespace-nowrap">
          <b className="font-semibold">{i18n.t("{count} selected", { count })}</b>
          <p className="text-meta text-ink-3">
            {boostable > 0
              ? i18n.t("from {price}", { price: formatRinggit(boostable * BOOST_RINGGIT).replace("\u00a0", "") })
              : i18n.t("Only active products can be boosted.")}
          </p>
        </div>
        <Button tone="quiet" onClick={onClear}>
          {i18n.t("Clear")}
        </Button>
        <Menu trigger={trigger} title={i18n.t("{count} selected", { count })}>
          <MenuItem onSelect={() => onBulk("price")}>{i18n.t("Change price by percent")}</MenuItem>
          <MenuItem onSelect={() => onBulk("archive")}>{i18n.t("Archive")}</MenuItem>
          <MenuItem onSelect={() => onBulk("restore")}>{i18n.t("Restore")}</MenuItem>
          <MenuItem onSelect={() => onBulk("delete")}>{i18n.t("Delete")}</MenuItem>
        </Menu>
        <Button tone="bid" disabled={boostable === 0} className="max-md:w-full" onClick={onBoost}>
          {i18n.t("Boost Selected ({boostable})", { boostable })}
        </Button>
      </section>
    </>
  );
}
