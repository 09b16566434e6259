import { useLingui } from "@lingui/react";
import { useFormContext, useWatch } from "react-hook-form";
import { formatRinggit } from "@/lib/money";
import { pricePerMl } from "@/shared/listings/level";
import { Switch } from "@/ui/choice";
import { TextField } from "@/ui/field";
import type { ListingForm } from "../rules";
import { parseRinggit, volumeOf } from "../shapes";
import { useSellField } from "./labels";

export function PriceFields() {
  const { i18n } = useLingui();
  const field = useSellField();
  const { control, setValue } = useFormContext<ListingForm>();
  const listingType = useWatch({ control, name: "listingType" });
  return (
    <section className="grid gap-6">
      <h2 className="text-part">{i18n.t("Price")}</h2>
      <div className="grid items-start gap-5 md:grid-cols-2">
        <TextField
          {...field("price")}
          prefix="RM"
          inputMode="decimal"
          autoComplete="off"
          hint={<PerMl field="price" otherwise={i18n.t("What the buyer pays for the bottle.")} />}
        />
        <TextField
          {...field("stockQuantity")}
          inputMode="numeric"
          autoComplete="off"
          hint={i18n.t("A pre-owned bottle is usually one. 0 is shown as out of stock.")}
        />
      </div>
      <Switch
        checked={listingType === "negotiable"}
        onChange={({ target }) =>
          setValue("listingType", target.checked ? "negotiable" : "fixed", { shouldDirty: true })
        }
      >
        {i18n.t("Accept offers (Negotiable)")}
      </Switch>
      {listingType === "negotiable" && (
        <TextField
          {...field("floor")}
          prefix="RM"
          inputMode="decimal"
          autoComplete="off"
          optional={i18n.t("optional, hidden")}
          hint={i18n.t("Offers below it are declined at once. Buyers never see it.")}
        />
      )}
    </section>
  );
}

export function PerMl({ field, otherwise }: { field: "price" | "startingPrice"; otherwise: string }) {
  const { i18n } = useLingui();
  const { control } = useFormContext<ListingForm>();
  const [written, percent, volume] = useWatch({ control, name: [field, "remainingPercentage", "volume"] });
  const amount = parseRinggit(written);
  const perMl = amount ? pricePerMl(amount, percent, volumeOf({ volume })) : null;
  if (perMl === null) return otherwise;
  return i18n.t("{price} per ml left", { price: formatRinggit(perMl) });
}
