import { useLingui } from "@lingui/react";
import { lazy, Suspense } from "react";
import { Community, HowItGoes } from "@/features/catalog/home/about-wangi";
import { Featured } from "@/features/catalog/home/featured-carousel";
import { Hero } from "@/features/catalog/home/hero";
import { LiveAuctions } from "@/features/catalog/home/live-auctions";
import { RecentListings } from "@/features/catalog/home/recent-listings";
import { usePageTitle } from "@/lib/page/page-title";

const Testimonials = lazy(async () => ({
  default: (await import("@/features/catalog/home/testimonials")).Testimonials,
}));
const Upcoming = lazy(async () => ({ default: (await import("@/features/catalog/home/upcoming-features")).Upcoming }));

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
      <Suspense fallback={null}>
        <Testimonials />
        <Upcoming />
      </Suspense>
      <Community />
    </>
  );
}
