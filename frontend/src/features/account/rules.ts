import { i18n } from "@lingui/core";
import * as z from "zod/mini";
import { email, firstName, lastName, mustRepeat, newPassword } from "@/lib/forms/rules";

const ADDRESS_MOST = 500;

export interface Details {
  firstName: string;
  lastName: string;
  email: string;
  address: string;
}

export const detailsRules = () =>
  z.object({
    firstName: firstName(),
    lastName: lastName(),
    email: email(),
    address: z.string().check(z.trim(), z.maxLength(ADDRESS_MOST, i18n.t("Address must be 500 characters or less"))),
  });

export const emailRules = () => z.object({ email: email() });

export interface PasswordChange {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}

export const passwordRules = () =>
  z
    .object({
      currentPassword: z.string().check(z.minLength(1, i18n.t("Current password is required"))),
      newPassword: newPassword(),
      confirmPassword: z.string().check(z.minLength(1, i18n.t("Please repeat the new password"))),
    })
    .check(
      mustRepeat<PasswordChange>(
        "newPassword",
        "confirmPassword",
        i18n.t("New password and confirmation password must match"),
      ),
    );

export const codeRules = () =>
  z.object({ code: z.string().check(z.regex(/^\s*(\d\s*){6}$/, i18n.t("The code has 6 digits"))) });
