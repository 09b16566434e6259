import { i18n } from "@lingui/core";
import type { PhotoKind } from "@/shared/listings/evidence";

interface Words {
  name: string;
  how: string;
  use: string;
}

export function photoKindWords(): Record<PhotoKind, Words> {
  return {
    front: {
      name: i18n.t("The whole bottle"),
      how: i18n.t("It is the cover."),
      use: i18n.t("Buyers see which bottle it is."),
    },
    level: {
      name: i18n.t("The level"),
      how: i18n.t("Hold it against a light."),
      use: i18n.t("How much is left can be seen, and settles quarrels about it."),
    },
    batch_code: {
      name: i18n.t("The batch code"),
      how: i18n.t("On the base or under the box."),
      use: i18n.t("Buyers can compare it with the code that you write."),
    },
    box: {
      name: i18n.t("The box"),
      how: i18n.t("Or leave it out if there is none."),
      use: i18n.t("Its state can be seen, and its code beside that of the bottle."),
    },
    name_and_date: {
      name: i18n.t("Your name and the date"),
      how: i18n.t("Your username and today’s date on paper, beside the bottle."),
      use: i18n.t("It shows that the bottle is with you today."),
    },
  };
}
