/** What an auction listing must say before it is published, in the words of the shop. */
import { i18n } from "@lingui/core";
import * as z from "zod/mini";
import type { Schemas } from "@/lib/api-client";
import { parseSen, toRinggit } from "@/lib/money";
import { serverNow } from "@/lib/now";

const FIRST_YEAR = 1970;
const DAYS_BY_DEFAULT = 7;

const text = (least: number, message: string) => z.string().check(z.trim(), z.minLength(least, message));
const whole = (written: string) => (/^\d{1,9}$/.test(written.trim()) ? Number(written) : Number.NaN);
const wholeFrom = (least: number, message: string) =>
  z.string().check(z.refine((written) => whole(written) >= least, message));
const money = (leastSen: number, message: string) =>
  z.string().check(z.refine((written) => (parseSen(written) ?? -1) >= leastSen, message));
const optionalMoney = (message: string) =>
  z.string().check(z.refine((written) => written.trim() === "" || (parseSen(written) ?? 0) >= 1, message));

export const listingRules = () =>
  z
    .object({
      name: text(3, i18n.t("Name must be at least 3 characters")),
      brand: text(2, i18n.t("Brand must be at least 2 characters")),
      description: text(10, i18n.t("Description must be at least 10 characters")),
      categoryId: wholeFrom(1, i18n.t("Please select a category")),
      volume: wholeFrom(1, i18n.t("Please enter a valid volume (e.g. 50ml, 100ml)")),
      remainingPercentage: z.number().check(z.minimum(1), z.maximum(100)),
      purchaseYear: z.string().check(z.refine(isYear, i18n.t("Please enter a year from 1970 to this year"))),
      batchCode: z.string(),
      boxCondition: z.enum(["Good", "Damaged", "No Box"]),
      startingPrice: money(1, i18n.t("Starting price must be greater than 0")),
      bidIncrement: money(100, i18n.t("Bid increment must be at least 1")),
      reservePrice: optionalMoney(i18n.t("Please enter a valid number.")),
      buyNowPrice: optionalMoney(i18n.t("Please enter a valid number.")),
      endsAt: z.date().check(z.refine((end) => end.getTime() > serverNow(), i18n.t("End date must be in the future"))),
    })
    .check(
      z.refine(({ startingPrice, reservePrice }) => notBelow(reservePrice, startingPrice), {
        error: i18n.t("Reserve price must not be below the starting price"),
        path: ["reservePrice"],
      }),
      z.refine(({ startingPrice, reservePrice, buyNowPrice }) => notBelow(buyNowPrice, reservePrice || startingPrice), {
        error: i18n.t("Buy-now price must not be below the starting or reserve price"),
        path: ["buyNowPrice"],
      }),
    );

export type ListingForm = z.infer<ReturnType<typeof listingRules>>;

export function newListing(): ListingForm {
  return {
    name: "",
    brand: "",
    description: "",
    categoryId: "",
    volume: "100",
    remainingPercentage: 100,
    purchaseYear: String(new Date().getFullYear()),
    batchCode: "",
    boxCondition: "Good",
    startingPrice: "",
    bidIncrement: "5",
    reservePrice: "",
    buyNowPrice: "",
    endsAt: endByDefault(),
  };
}

/** The listing as the API takes it: one command makes the product and its auction. */
export function toProductIn(form: ListingForm): Schemas["CatalogProductIn"] {
  return {
    name: form.name.trim(),
    brand: form.brand.trim(),
    description: form.description.trim(),
    categoryId: Number(form.categoryId),
    volume: Number(form.volume),
    remainingPercentage: form.remainingPercentage,
    purchaseYear: form.purchaseYear ? Number(form.purchaseYear) : null,
    batchCode: form.batchCode.trim() || null,
    boxCondition: form.boxCondition,
    stockQuantity: 1,
    listingType: "auction",
    auction: {
      startingPrice: ringgit(form.startingPrice) ?? 0,
      reservePrice: ringgit(form.reservePrice),
      buyNowPrice: ringgit(form.buyNowPrice),
      bidIncrement: ringgit(form.bidIncrement) ?? 0,
      endsAt: form.endsAt.toISOString(),
    },
  };
}

export function ringgit(written: string): number | null {
  const sen = parseSen(written);
  return sen === null ? null : toRinggit(sen);
}

function isYear(written: string): boolean {
  if (written.trim() === "") return true;
  const year = whole(written);
  return year >= FIRST_YEAR && year <= new Date().getFullYear();
}

function notBelow(written: string, floor: string): boolean {
  const [amount, least] = [parseSen(written), parseSen(floor)];
  return amount === null || least === null || amount >= least;
}

function endByDefault(): Date {
  const end = new Date(serverNow());
  end.setDate(end.getDate() + DAYS_BY_DEFAULT);
  end.setSeconds(0, 0);
  return end;
}
