import { useLingui } from "@lingui/react";
import { Controller, useFormContext, useWatch } from "react-hook-form";
import { formatRinggit } from "@/lib/money";
import { useIsFirstBidAtStart } from "@/shared/settings/marketplace-settings";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";
import type { ListingForm } from "../rules";
import { endIn, parseRinggit } from "../shapes";
import { EndPicker } from "./end-picker";
import { useSellField } from "./labels";
import { PerMl } from "./price-fields";

const LENGTHS = [1, 3, 5, 7, 10, 14];

export function AuctionFields() {
  const { i18n } = useLingui();
  const field = useSellField();
  const money = { prefix: "RM", inputMode: "decimal", autoComplete: "off" } as const;
  return (
    <section aria-labelledby="sell-auction" className="grid gap-6">
      <h2 id="sell-auction" className="text-part">
        {i18n.t("The auction")}
      </h2>
      <div className="grid items-start gap-5 md:grid-cols-2">
        <TextField
          {...field("startingPrice")}
          {...money}
          hint={<PerMl field="startingPrice" otherwise={i18n.t("Where the bidding begins.")} />}
        />
        <TextField {...field("bidIncrement")} {...money} hint={<FirstBid />} />
        <TextField {...field("reservePrice")} {...money} optional={i18n.t("optional, hidden")} />
        <TextField {...field("buyNowPrice")} {...money} optional />
        <TextField {...field("stockQuantity")} inputMode="numeric" autoComplete="off" />
      </div>
      <Controller<ListingForm, "endsAt">
        name="endsAt"
        render={({ field: { value, onChange }, fieldState }) => (
          <div className="grid gap-4">
            <Lengths onChoose={(days) => onChange(endIn(days))} />
            <EndPicker id="sell-endsAt" value={value} onChange={onChange} error={fieldState.error?.message} />
          </div>
        )}
      />
    </section>
  );
}

function Lengths({ onChoose }: { onChoose: (days: number) => void }) {
  const { i18n } = useLingui();
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-semibold">{i18n.t("How long")}</legend>
      <div className="flex flex-wrap gap-2">
        {LENGTHS.map((days) => (
          <Button key={days} tone="line" size="small" onClick={() => onChoose(days)}>
            {i18n.t("{days, plural, one {# day} other {# days}}", { days })}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

function FirstBid() {
  const { i18n } = useLingui();
  const { control } = useFormContext<ListingForm>();
  const [start, increment] = useWatch({ control, name: ["startingPrice", "bidIncrement"] }).map(parseRinggit);
  const atStart = useIsFirstBidAtStart();
  if (!start || !increment) return i18n.t("Each bid is at least this much higher.");
  return i18n.t("The first bid must be at least {amount}.", {
    amount: formatRinggit(start + (atStart ? 0 : increment)),
  });
}
