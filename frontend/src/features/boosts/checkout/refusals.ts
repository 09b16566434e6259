import { i18n } from "@lingui/core";
import { addMessages, waitFirst } from "@/lib/i18n/refusal-messages";

addMessages(
  {
    too_many_replaced_bills: (refusal) => ({
      title: i18n.t("Too many changes"),
      text: i18n.t("You changed many times how you pay. Your orders stay as they are. {wait}", {
        wait: waitFirst(refusal),
      }),
    }),
  },
  {
    too_many_open_orders: () =>
      i18n.t("You have several boost orders that are not paid yet. Pay one of them, or wait an hour."),
  },
);
