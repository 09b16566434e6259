/** The home page: the headline, the auctions that run now, what is promoted, what was listed last, and what Wangi is. */
import { useLingui } from "@lingui/react";
import { Community, HowItGoes, Upcoming } from "@/features/catalog/home/about-wangi";
import { Featured } from "@/features/catalog/home/featured";
import { Hero } from "@/features/catalog/home/hero";
import { LiveAuctions } from "@/features/catalog/home/live-auctions";
import { RecentListings } from "@/features/catalog/home/recent-listings";
import { Testimonials } from "@/features/catalog/home/testimonials";
import { usePageTitle } from "@/lib/page/page-title";

export function HomePage() {
  const { i18n } = useLingui();
  usePageTitle(i18n.t("Home"));
  return (
    <>
      <Hero />
      <LiveAuctions />
      <Featured />
      <RecentListings />
      <HowItGoes />
      <Testimonials />
      <Upcoming />
      <Community />
    </>
  );
}
