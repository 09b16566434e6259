/** The terms of the auction. */
import { useLingui } from "@lingui/react";
import { Controller, useFormContext, useWatch } from "react-hook-form";
import { pricePerMl } from "@/lib/level";
import { formatRinggit } from "@/lib/money";
import { TextField } from "@/ui/field";
import { EndPicker } from "./end-picker";
import { useSellField } from "./labels";
import { volumeOf } from "./preview";
import { type ListingForm, ringgit } from "./rules";

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
        <TextField {...field("startingPrice")} {...money} hint={<PerMl />} />
        <TextField {...field("bidIncrement")} {...money} hint={<FirstBid />} />
        <TextField {...field("reservePrice")} {...money} optional={i18n.t("optional, hidden")} />
        <TextField {...field("buyNowPrice")} {...money} optional />
      </div>
      <Controller<ListingForm, "endsAt">
        name="endsAt"
        render={({ field: { value, onChange }, fieldState }) => (
          <EndPicker id="sell-endsAt" value={value} onChange={onChange} error={fieldState.error?.message} />
        )}
      />
    </section>
  );
}

function PerMl() {
  const { i18n } = useLingui();
  const form = useWatch<ListingForm>() as ListingForm;
  const start = ringgit(form.startingPrice);
  const perMl = start ? pricePerMl(start, form.remainingPercentage, volumeOf(form)) : null;
  if (perMl === null) return i18n.t("Where the bidding begins.");
  return i18n.t("{price} per ml left", { price: formatRinggit(perMl) });
}

function FirstBid() {
  const { i18n } = useLingui();
  const { control } = useFormContext<ListingForm>();
  const [start, increment] = useWatch({ control, name: ["startingPrice", "bidIncrement"] }).map(ringgit);
  if (!start || !increment) return i18n.t("Each bid is at least this much higher.");
  return i18n.t("The first bid must be at least {amount}.", { amount: formatRinggit(start + increment) });
}
