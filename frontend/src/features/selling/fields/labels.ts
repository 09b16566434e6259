import { useLingui } from "@lingui/react";
import { useFormContext } from "react-hook-form";
import type { FieldName, ListingForm } from "../rules";

export function useLabels(): Record<FieldName, string> {
  const { i18n } = useLingui();
  return {
    listingType: i18n.t("Type"),
    imageUrl: i18n.t("Photographs"),
    name: i18n.t("Name"),
    brand: i18n.t("Brand"),
    categoryId: i18n.t("Category"),
    volume: i18n.t("Volume"),
    concentration: i18n.t("Concentration"),
    remainingPercentage: i18n.t("How much is left?"),
    purchaseYear: i18n.t("Purchase year"),
    batchCode: i18n.t("Batch code"),
    boxCondition: i18n.t("Box condition"),
    notes: i18n.t("Notes"),
    description: i18n.t("Description"),
    state: i18n.t("State"),
    price: i18n.t("Price"),
    floor: i18n.t("Lowest price that you take"),
    stockQuantity: i18n.t("Stock"),
    startingPrice: i18n.t("Starting price"),
    bidIncrement: i18n.t("Bid increment"),
    reservePrice: i18n.t("Reserve price"),
    buyNowPrice: i18n.t("Buy Now price"),
    endsAt: i18n.t("Ends"),
  };
}

export const fieldId = (name: FieldName) => `sell-${name}`;

export function useSellField() {
  const { register, formState } = useFormContext<ListingForm>();
  const labels = useLabels();
  return (name: FieldName) => ({
    ...register(name),
    id: fieldId(name),
    label: labels[name],
    error: formState.errors[name]?.message,
  });
}
