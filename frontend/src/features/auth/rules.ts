/** What the sign-in and registration forms accept, in the words of the shop. */
import { i18n } from "@lingui/core";
import * as z from "zod/mini";

const PASSWORD_KNOWN = 6;
const PASSWORD_NEW = 8;
const USERNAME_LEAST = 3;
const USERNAME_MOST = 50;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

const username = () =>
  z.string().check(z.trim(), z.minLength(USERNAME_LEAST, i18n.t("Username must be at least 3 characters")));
const email = () => z.string().check(z.trim(), z.regex(EMAIL, i18n.t("Please enter a valid email address")));
const knownPassword = () =>
  z.string().check(z.minLength(PASSWORD_KNOWN, i18n.t("Password must be at least 6 characters")));

export const usernameRules = () => z.object({ username: username(), password: knownPassword() });
export const emailRules = () => z.object({ email: email(), password: knownPassword() });

export const registerRules = () =>
  z
    .object({
      firstName: z.string().check(z.trim(), z.minLength(1, i18n.t("First name is required"))),
      lastName: z.string().check(z.trim(), z.minLength(1, i18n.t("Last name is required"))),
      email: email(),
      username: username().check(z.maxLength(USERNAME_MOST, i18n.t("Username must be at most 50 characters"))),
      password: z.string().check(z.minLength(PASSWORD_NEW, i18n.t("Password must be at least 8 characters"))),
      confirmPassword: z.string(),
      terms: z.boolean().check(z.refine((accepted) => accepted, i18n.t("You must accept the terms and conditions"))),
    })
    .check(
      z.refine((form) => form.password === form.confirmPassword, {
        error: i18n.t("Passwords do not match"),
        path: ["confirmPassword"],
        // Also said while other fields are still wrong.
        when: () => true,
      }),
    );

export type RegisterForm = z.infer<ReturnType<typeof registerRules>>;
