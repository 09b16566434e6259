/** The names of the form's fields, for the fields and for the summary of what is wrong. */
import { useLingui } from "@lingui/react";
import { type FieldPath, useFormContext } from "react-hook-form";
import type { ListingForm } from "./rules";

type Name = FieldPath<ListingForm>;

export function useLabels(): Record<Name, string> {
  const { i18n } = useLingui();
  return {
    name: i18n.t("Name"),
    brand: i18n.t("Brand"),
    categoryId: i18n.t("Category"),
    volume: i18n.t("Volume"),
    remainingPercentage: i18n.t("How much is left?"),
    purchaseYear: i18n.t("Purchase year"),
    batchCode: i18n.t("Batch code"),
    boxCondition: i18n.t("Box condition"),
    description: i18n.t("Description"),
    startingPrice: i18n.t("Starting price"),
    bidIncrement: i18n.t("Bid increment"),
    reservePrice: i18n.t("Reserve price"),
    buyNowPrice: i18n.t("Buy-now price"),
    endsAt: i18n.t("Ends"),
  };
}

/** What an input of this form needs: its name, its label, its error. */
export function useSellField() {
  const { register, formState } = useFormContext<ListingForm>();
  const labels = useLabels();
  return (name: Name) => ({
    ...register(name),
    id: `sell-${name}`,
    label: labels[name],
    error: formState.errors[name]?.message,
  });
}
