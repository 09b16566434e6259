import { i18n } from "@lingui/core";
import * as z from "zod/mini";
import {
  email,
  firstName,
  knownPassword,
  lastName,
  mustRepeat,
  newPassword,
  newUsername,
  username,
} from "@/lib/forms/rules";

export const usernameRules = () => z.object({ handle: username(), password: knownPassword() });
export const emailRules = () => z.object({ handle: email(), password: knownPassword() });
export const onlyEmailRules = () => z.object({ email: email() });

export const registerRules = () =>
  z
    .object({
      firstName: firstName(),
      lastName: lastName(),
      email: email(),
      username: newUsername(),
      password: newPassword(),
      confirmPassword: z.string(),
      terms: z.boolean().check(z.refine((accepted) => accepted, i18n.t("You must accept the terms and conditions"))),
    })
    .check(mustRepeat<RegisterForm>("password", "confirmPassword", i18n.t("Passwords do not match")));

export interface RegisterForm {
  firstName: string;
  lastName: string;
  email: string;
  username: string;
  password: string;
  confirmPassword: string;
  terms: boolean;
}

export interface ResetForm {
  password: string;
  confirmPassword: string;
}

export const resetRules = () =>
  z
    .object({ password: newPassword(), confirmPassword: z.string() })
    .check(mustRepeat<ResetForm>("password", "confirmPassword", i18n.t("Passwords do not match")));

export const codeRules = (recovery: boolean) =>
  z.object({
    code: z
      .string()
      .check(
        recovery
          ? z.minLength(6, i18n.t("Enter one of your recovery codes"))
          : z.regex(/^\s*(\d\s*){6}$/, i18n.t("The code has 6 digits")),
      ),
  });
