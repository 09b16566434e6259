/** The home page: the headline, the auctions that run now, what was listed last. */
import { useLingui } from "@lingui/react";
import { Hero } from "@/features/catalog/hero";
import { LiveAuctions } from "@/features/catalog/live-auctions";
import { RecentListings } from "@/features/catalog/recent-listings";
import { usePageTitle } from "../page-title";

export function HomePage() {
  const { i18n } = useLingui();
  usePageTitle(i18n.t("Home"));
  return (
    <>
      <Hero />
      <LiveAuctions />
      <RecentListings />
    </>
  );
}
