import { i18n } from "@lingui/core";
import * as z from "zod/mini";
import { firstName, lastName, newUsername } from "@/lib/forms/rules";

const SHOP_NAME_MOST = 50;
const LOCATION_MOST = 100;
export const BIO_MOST = 500;
const PICTURE_MOST_BYTES = 5 * 1024 * 1024;

export interface Shop {
  shopName: string;
  username: string;
  firstName: string;
  lastName: string;
  location: string;
  bio: string;
}

export const shopRules = () =>
  z.object({
    shopName: atMost(SHOP_NAME_MOST, i18n.t("Shop name must be 50 characters or less")),
    username: newUsername(),
    firstName: firstName(),
    lastName: lastName(),
    location: atMost(LOCATION_MOST, i18n.t("Location must be 100 characters or less")),
    bio: atMost(BIO_MOST, i18n.t("Bio must be 500 characters or less")),
  });

const atMost = (most: number, sentence: string) => z.string().check(z.trim(), z.maxLength(most, sentence));

export function wrongWithPicture(file: File | null): { title: string; text?: string } | null {
  if (!file) return { title: i18n.t("No image selected") };
  if (!file.type.startsWith("image/")) return noPicture();
  return file.size > PICTURE_MOST_BYTES ? tooLarge() : null;
}

export function refusedPicture(code: string): { title: string; text: string } | null {
  if (code === "invalid_image") return noPicture();
  return code === "too_large" ? tooLarge() : null;
}

const noPicture = () => ({
  title: i18n.t("Invalid file type"),
  text: i18n.t("Please select an image file (JPEG, PNG, etc.)"),
});

const tooLarge = () => ({
  title: i18n.t("File too large"),
  text: i18n.t("Please select an image smaller than 5MB"),
});
