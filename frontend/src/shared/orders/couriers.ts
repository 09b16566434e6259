import { i18n } from "@lingui/core";
import type { Courier } from "@/shared/orders/orders";

export const courierNames = (): Record<Courier, string> => ({
  poslaju: "Pos Laju",
  jnt: "J&T Express",
  dhl_ecommerce: "DHL eCommerce",
  ninjavan: "Ninja Van",
  gdex: "GDEX",
  citylink: "City-Link Express",
  flash: "Flash Express",
  spx: "SPX Express",
  skynet: "SkyNet",
  in_person: i18n.t("Handed over in person"),
  other: i18n.t("Another courier"),
});

const PAGES: Partial<Record<Courier, (number: string) => string>> = {
  poslaju: (number) => `https://tracking.pos.com.my/tracking/${number}`,
  jnt: (number) => `https://www.jtexpress.my/tracking/${number}`,
  ninjavan: (number) => `https://www.ninjavan.co/en-my/tracking?id=${number}`,
  spx: (number) => `https://spx.com.my/track?${number}`,
  dhl_ecommerce: (number) =>
    `https://www.dhl.com/my-en/home/tracking/tracking-ecommerce.html?submit=1&tracking-id=${number}`,
  gdex: (number) => `https://gdexpress.com/tracking/?consignmentno=${number}`,
  citylink: (number) => `https://www.citylinkexpress.com/tracking-result/?track0=${number}`,
  skynet: (number) => `https://www.skynet.com.my/track?hawbNoList=${number}`,
  flash: (number) => `https://www.flashexpress.my/fle/tracking?se=${number}`,
};

export function trackingPage(courier: Courier, trackingNumber: string): string | null {
  return PAGES[courier]?.(encodeURIComponent(withoutBlanks(trackingNumber))) ?? null;
}

/** Couriers change their formats, so another format is questioned and never refused. */
const PATTERNS: Partial<Record<Courier, RegExp>> = {
  poslaju: /^(?:[A-Z]{2}\d{9}MY|PL\d{12})$/,
  jnt: /^(?:\d{12}|JT\d{10,13})$/,
  dhl_ecommerce: /^(?=.{10,39}$)[A-Z]{0,5}\d[A-Z0-9]*$/,
  ninjavan: /^(?=.*\d)[A-Z]{2,10}[A-Z0-9]{8,20}$/,
  gdex: /^(?:MY)?\d{10,12}$/,
  citylink: /^\d{12,15}$/,
  flash: /^(?=.*\d)[A-Z][A-Z0-9]{9,17}$/,
  spx: /^(?:SPX)?MY\d{11,13}[A-Z]?$/,
  skynet: /^\d{10,14}$/,
};

export function fitsCourier(courier: Courier, trackingNumber: string): boolean {
  return PATTERNS[courier]?.test(withoutBlanks(trackingNumber).toUpperCase()) ?? true;
}

export const fitsAnyCourier = (trackingNumber: string): boolean =>
  Object.keys(PATTERNS).some((courier) => fitsCourier(courier as Courier, trackingNumber));

const withoutBlanks = (trackingNumber: string) => trackingNumber.replaceAll(/[\s-]/g, "");
