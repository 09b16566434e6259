import { useLingui } from "@lingui/react";
import { Gavel, Handshake, type LucideIcon, Tag } from "lucide-react";
import { useFormContext } from "react-hook-form";
import { useIsOpen } from "@/shared/settings/marketplace-settings";
import { largeIcon } from "@/ui/icon";
import type { ListingForm } from "./rules";

interface Props {
  settled: boolean;
}

export function TypeStep({ settled }: Props) {
  const { i18n } = useLingui();
  const { register, watch } = useFormContext<ListingForm>();
  const auction = watch("listingType") === "auction";
  const isPaused = !useIsOpen("auctions") && !settled;
  const title = i18n.t("How do you want to sell it?");
  const types: [ListingForm["listingType"], string, string, LucideIcon][] = [
    ["fixed", i18n.t("Fixed Price"), i18n.t("The price is the price."), Tag],
    ["negotiable", i18n.t("Negotiable"), i18n.t("Buyers can make offers, you accept or counter."), Handshake],
    ["auction", i18n.t("Auction"), i18n.t("Seven days by default, with a reserve if you like."), Gavel],
  ];
  return (
    <fieldset className="grid gap-3">
      <legend className="serif mb-4 text-part">{title}</legend>
      {types.map(([value, name, words, Icon]) => (
        <label
          key={value}
          className="grid min-h-18 grid-cols-[auto_1fr_auto] items-center gap-4 rounded-1 border border-edge p-4.5 hover:border-ink has-checked:border-ink has-checked:inset-ring has-checked:inset-ring-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-[var(--focus)] has-disabled:border-line has-disabled:text-ink-3"
        >
          <input
            type="radio"
            value={value}
            disabled={value === "auction" ? isPaused || (settled && !auction) : settled && auction}
            className="m-0 grid size-5 appearance-none place-items-center rounded-full border-[1.5px] border-edge bg-surface outline-none checked:border-ink checked:bg-ink checked:after:size-2 checked:after:rounded-full checked:after:bg-paper checked:after:content-[''] disabled:border-line disabled:bg-wash-2"
            {...register("listingType")}
          />
          <span>
            <b className="block text-price font-semibold">{name}</b>
            <span className="text-meta text-ink-3">{words}</span>
          </span>
          <Icon {...largeIcon} />
        </label>
      ))}
      {settled && (
        <p className="text-meta text-ink-3">
          {i18n.t("A listing stays an auction, or stays without one. To change that, duplicate it.")}
        </p>
      )}
    </fieldset>
  );
}
