import { i18n } from "@lingui/core";
import { addMessages } from "@/lib/i18n/refusal-messages";

addMessages(
  {
    invalid_credentials: () => ({
      title: i18n.t("Login failed"),
      text: i18n.t("The name and the password do not match."),
    }),
    email_not_verified: () => ({
      title: i18n.t("Login failed"),
      text: i18n.t("Please open the link in your email first, then sign in."),
    }),
    username_not_found: () => ({ title: i18n.t("Login failed"), text: i18n.t("Username not found") }),
    invalid_code: () => ({
      title: i18n.t("Login failed"),
      text: i18n.t("This code is not right, or was used before."),
    }),
  },
  {},
);
