import { i18n } from "@lingui/core";
import * as z from "zod/mini";
import { parseSen } from "@/lib/money";
import { serverNow } from "@/lib/time/now";

const FIRST_YEAR = 1970;

export const CONCENTRATIONS = ["EDC", "EDT", "EDP", "Parfum", "Extrait", "Oil"] as const;

const text = (least: number, message: string) => z.string().check(z.trim(), z.minLength(least, message));
export const whole = (input: string) => (/^\d{1,9}$/.test(input.trim()) ? Number(input) : Number.NaN);
const wholeFrom = (least: number, message: string) =>
  z.string().check(z.refine((input) => whole(input) >= least, message));
const optionalMoney = (message: string) =>
  z.string().check(z.refine((input) => input.trim() === "" || (parseSen(input) ?? 0) >= 1, message));

const rule = (path: keyof ListingForm, kept: (form: ListingForm) => boolean, error: string) =>
  z.refine<ListingForm>(kept, { error, path: [path], when: () => true });

const isAuction = ({ listingType }: ListingForm) => listingType === "auction";

const shape = () =>
  z.object({
    listingType: z.enum(["fixed", "negotiable", "auction"]),
    imageUrl: z.string(),
    name: text(3, i18n.t("Name must be at least 3 characters")),
    brand: text(2, i18n.t("Brand must be at least 2 characters")),
    categoryId: wholeFrom(1, i18n.t("Please select a category")),
    volume: wholeFrom(1, i18n.t("Please enter a valid volume (e.g. 50ml, 100ml)")),
    concentration: z.string(),
    remainingPercentage: z.int().check(z.minimum(1, i18n.t("Please set how much is left")), z.maximum(100)),
    purchaseYear: z.string(),
    batchCode: z.string(),
    boxCondition: z.enum(["Good", "Damaged", "No Box"]),
    notes: z.string(),
    description: text(10, i18n.t("Description must be at least 10 characters")),
    state: z.string(),
    price: z.string(),
    floor: optionalMoney(i18n.t("Please enter a valid number.")),
    stockQuantity: z.string(),
    startingPrice: z.string(),
    bidIncrement: z.string(),
    reservePrice: optionalMoney(i18n.t("Please enter a valid number.")),
    buyNowPrice: optionalMoney(i18n.t("Please enter a valid number.")),
    endsAt: z.date(),
  });

export type ListingForm = z.infer<ReturnType<typeof shape>>;
export type FieldName = keyof ListingForm;

export const listingRules = () =>
  shape().check(
    rule(
      "purchaseYear",
      ({ purchaseYear }) => purchaseYear.trim() === "" || isYear(purchaseYear),
      i18n.t("Please enter a year from 1970 to this year"),
    ),
    rule("imageUrl", (form) => isAuction(form) || isAddress(form.imageUrl), i18n.t("Please enter a valid image URL")),
    rule("price", (form) => isAuction(form) || senOf(form.price) >= 1, i18n.t("Price must be greater than 0")),
    rule(
      "floor",
      (form) => form.listingType !== "negotiable" || notBelow(form.price, form.floor),
      i18n.t("The lowest price cannot be above the price"),
    ),
    rule(
      "stockQuantity",
      (form) => isAuction(form) || whole(form.stockQuantity) >= 0,
      i18n.t("Stock quantity must be 0 or greater"),
    ),
    rule(
      "stockQuantity",
      (form) => !isAuction(form) || whole(form.stockQuantity) >= 1,
      i18n.t("Stock quantity must be at least 1"),
    ),
    rule(
      "startingPrice",
      (form) => !isAuction(form) || senOf(form.startingPrice) >= 1,
      i18n.t("Starting price must be greater than 0"),
    ),
    rule(
      "bidIncrement",
      (form) => !isAuction(form) || senOf(form.bidIncrement) >= 100,
      i18n.t("Bid increment must be at least 1"),
    ),
    rule(
      "reservePrice",
      (form) => !isAuction(form) || notBelow(form.reservePrice, form.startingPrice),
      i18n.t("Reserve price must be at least the starting price"),
    ),
    rule(
      "buyNowPrice",
      (form) => !isAuction(form) || notBelow(form.buyNowPrice, form.reservePrice || form.startingPrice),
      i18n.t("Buy Now price must be above the reserve price"),
    ),
    rule(
      "endsAt",
      (form) => !isAuction(form) || form.endsAt.getTime() > serverNow(),
      i18n.t("End date must be in the future"),
    ),
  );

export const LINKED: Partial<Record<FieldName, FieldName[]>> = {
  price: ["floor"],
  startingPrice: ["reservePrice", "buyNowPrice"],
  reservePrice: ["buyNowPrice"],
};

function senOf(input: string): number {
  return parseSen(input) ?? -1;
}

function isAddress(input: string): boolean {
  return /^https?:\/\/\S+$/.test(input) && URL.canParse(input);
}

export function isYear(input: string): boolean {
  const year = whole(input);
  return year >= FIRST_YEAR && year <= new Date().getFullYear();
}

function notBelow(input: string, floor: string): boolean {
  const [amount, least] = [parseSen(input), parseSen(floor)];
  return amount === null || least === null || amount >= least;
}
