import { useLingui } from "@lingui/react";
import { bottleName } from "@/shared/listings/listing-words";
import { BulkBar } from "../bulk/bulk-bar";
import type { Selection } from "../bulk/use-selection";
import type { Listing } from "../overview/api";

export function ListingsBulk({ listings, selection }: { listings: Listing[]; selection: Selection }) {
  const { i18n } = useLingui();
  const nameOf = (id: number) => {
    const listing = listings.find((listing) => listing.id === id);
    return listing ? bottleName(listing.name) : String(id);
  };
  return (
    <BulkBar
      path="/api/admin/products/bulk"
      selection={selection}
      nameOf={nameOf}
      acts={[
        {
          act: "remove",
          label: i18n.t("Remove"),
          text: i18n.t(
            "They are taken out of the shop, running auctions of them end for good, what is left of their boosts is credited, and their sellers read your reason and can appeal.",
          ),
          asks: ["code", "words"],
          mostWords: 300,
        },
        {
          act: "restore",
          label: i18n.t("Restore"),
          text: i18n.t("They are for sale again; an auction that ended has to be listed anew."),
          asks: [],
          isHarmless: true,
        },
      ]}
    />
  );
}
