/** What the forms of one's own account accept. */
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

/** What proves that it is you: your password, and a code where the account has a second step. */
export interface Proof {
  password: string;
  code: string;
  name: string;
}

export const proofRules = (needs: { password?: boolean; code?: boolean; name?: boolean }) =>
  z.object({
    password: z.string().check(z.minLength(needs.password === false ? 0 : 1, i18n.t("Your password is required"))),
    code: z.string().check(z.minLength(needs.code ? 1 : 0, i18n.t("The code is required"))),
    name: z.string().check(z.trim(), z.minLength(needs.name ? 1 : 0, i18n.t("A name is required")), z.maxLength(50)),
  });

export const codeRules = () =>
  z.object({ code: z.string().check(z.regex(/^\s*(\d\s*){6}$/, i18n.t("The code has 6 digits"))) });
