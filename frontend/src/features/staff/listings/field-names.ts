import { i18n } from "@lingui/core";

export const fieldNames = (): Record<string, string> => ({
  name: i18n.t("Name"),
  brand: i18n.t("Brand"),
  description: i18n.t("Description"),
  price: i18n.t("Price"),
  images: i18n.t("Photographs"),
  categoryId: i18n.t("Category"),
  concentration: i18n.t("Concentration"),
  notes: i18n.t("Notes"),
  state: i18n.t("State"),
  stockQuantity: i18n.t("Stock"),
  volume: i18n.t("Volume"),
  remainingPercentage: i18n.t("Left in the bottle"),
  listingType: i18n.t("Listing type"),
  batchCode: i18n.t("Batch code"),
  purchaseYear: i18n.t("Purchase year"),
  boxCondition: i18n.t("Box"),
  isNew: i18n.t("New"),
});
