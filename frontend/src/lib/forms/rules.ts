import { i18n } from "@lingui/core";
import * as z from "zod/mini";

const PASSWORD_KNOWN = 6;
export const PASSWORD_NEW = 8;
const USERNAME_LEAST = 3;
const USERNAME_MOST = 50;
const NAME_MOST = 100;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

export const username = () =>
  z.string().check(z.trim(), z.minLength(USERNAME_LEAST, i18n.t("Username must be at least 3 characters")));

export const newUsername = () =>
  username().check(
    z.maxLength(USERNAME_MOST, i18n.t("Username must be 50 characters or less")),
    z.regex(/^[A-Za-z0-9._-]*$/, i18n.t("Username may contain letters, numbers, dots, underscores and hyphens")),
  );

export const email = () => z.string().check(z.trim(), z.regex(EMAIL, i18n.t("Please enter a valid email address")));

export const firstName = () =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, i18n.t("First name is required")),
      z.maxLength(NAME_MOST, i18n.t("First name must be 100 characters or less")),
    );

export const lastName = () =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, i18n.t("Last name is required")),
      z.maxLength(NAME_MOST, i18n.t("Last name must be 100 characters or less")),
    );

export const knownPassword = () =>
  z.string().check(z.minLength(PASSWORD_KNOWN, i18n.t("Password must be at least 6 characters")));

export const newPassword = () =>
  z.string().check(z.minLength(PASSWORD_NEW, i18n.t("Password must be at least 8 characters")));

export const mustRepeat = <T extends object>(first: keyof T & string, second: keyof T & string, error: string) =>
  z.refine<T>((form) => form[first] === form[second], { error, path: [second], when: () => true });
