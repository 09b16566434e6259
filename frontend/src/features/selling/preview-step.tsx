import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useFormContext, useWatch } from "react-hook-form";
import { formatRinggit } from "@/lib/money";
import { formatDateTime, timeZoneName } from "@/lib/time/time";
import { levelOf } from "@/shared/listings/level";
import { Notice } from "@/ui/notice";
import { DetailList } from "@/ui/table";
import { categoriesQuery, type Listing } from "./api";
import type { Photo } from "./photos/photos";
import type { DrawCard } from "./preview";
import type { ListingForm } from "./rules";
import { parseRinggit, volumeOf } from "./shapes";

interface Props {
  listing: Listing;
  photos: Photo[];
  drawCard: DrawCard;
  drawPage: DrawCard | null;
  isPublic: boolean;
}

export function PreviewStep({ listing, photos, drawCard, drawPage, isPublic }: Props) {
  const { i18n } = useLingui();
  const { control } = useFormContext<ListingForm>();
  const form = useWatch({ control }) as ListingForm;
  const facts = useListingDetails(form);
  const count = photos.filter(({ state }) => state !== "refused").length;
  return (
    <section aria-labelledby="sell-preview" className="grid gap-5">
      <h2 id="sell-preview" className="text-part">
        {i18n.t("Preview")}
      </h2>
      <p className="text-ink-2">
        {isPublic
          ? i18n.t("This is what a buyer sees once you save.")
          : i18n.t("This is what a buyer sees. Nothing is public yet.")}
      </p>
      <Notice tone={count > 0 ? "good" : "warn"} title={i18n.t("{count} of 5 photographs.", { count })}>
        {missingFields(form, i18n)}
      </Notice>
      <div className="max-w-75 lg:hidden">{drawCard(listing)}</div>
      {drawPage && (
        <div inert className="rounded-2 border border-line p-4 md:p-6">
          {drawPage(listing)}
        </div>
      )}
      <DetailList facts={facts} />
    </section>
  );
}

type Words = ReturnType<typeof useLingui>["i18n"];

function missingFields(form: ListingForm, i18n: Words): string {
  const open = [
    form.state ? "" : i18n.t("Add where it is sent from."),
    form.batchCode.trim() ? "" : i18n.t("Add the batch code, if it can be read."),
  ].filter(Boolean);
  return open.length === 0 ? i18n.t("Batch code and place are given.") : open.join(" ");
}

function useListingDetails(form: ListingForm): [string, string][] {
  const { i18n } = useLingui();
  const { data: categories } = useQuery(categoriesQuery);
  const auction = form.listingType === "auction";
  const { left, volume } = levelOf(form.remainingPercentage, volumeOf(form));
  const money = (input: string) => formatRinggit(parseRinggit(input) ?? 0);
  const type = { fixed: i18n.t("Fixed Price"), negotiable: i18n.t("Negotiable"), auction: i18n.t("Auction") };
  const box = { Good: i18n.t("Good"), Damaged: i18n.t("Damaged"), "No Box": i18n.t("No Box") };
  const facts: ([string, string] | false)[] = [
    [i18n.t("Type"), type[form.listingType]],
    [i18n.t("Name"), form.name],
    [i18n.t("Brand"), form.brand],
    [i18n.t("Category"), categories?.find(({ id }) => String(id) === form.categoryId)?.name ?? ""],
    [
      i18n.t("Level"),
      i18n.t("{percent}%, about {left} of {volume} ml", {
        percent: form.remainingPercentage,
        left: left ?? "",
        volume: volume ?? "",
      }),
    ],
    [i18n.t("Box condition"), box[form.boxCondition]],
    form.batchCode.trim() !== "" && [i18n.t("Batch code"), form.batchCode],
    form.state !== "" && [i18n.t("State"), form.state],
    auction ? [i18n.t("Starting price"), money(form.startingPrice)] : [i18n.t("Price"), money(form.price)],
    auction && form.reservePrice !== "" && [i18n.t("Reserve price"), money(form.reservePrice)],
    auction && form.buyNowPrice !== "" && [i18n.t("Buy Now price"), money(form.buyNowPrice)],
    auction && [i18n.t("Ends"), `${formatDateTime(form.endsAt.getTime())}, ${timeZoneName()}`],
    !auction && [i18n.t("Stock"), form.stockQuantity],
  ];
  return facts.filter((fact) => fact !== false);
}
