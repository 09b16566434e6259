/** Couriers in Malaysia, and where each shows a parcel. */
import { i18n } from "@lingui/core";
import type { Courier } from "@/lib/deals/orders";

export const couriers = (): Record<Courier, string> => ({
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
  flash: (number) => `https://www.flashexpress.my/fle/tracking?se=${number}`,
};

export function trackingPage(courier: Courier, trackingNumber: string): string | null {
  return PAGES[courier]?.(encodeURIComponent(trackingNumber.replaceAll(" ", ""))) ?? null;
}
