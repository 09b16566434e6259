import { useLingui } from "@lingui/react";
import { useState } from "react";
import { formatDate } from "@/lib/time/time";
import { concentrationName, conditionName } from "@/shared/listings/listing-words";
import type { Product } from "@/shared/listings/types";
import { nameOf } from "@/shared/users/names";
import { DetailList } from "@/ui/table";
import { TabPanel, Tabs } from "@/ui/tabs";
import { ProductReviews } from "./reviews";

export function AboutTabs({ product }: { product: Product }) {
  const { i18n } = useLingui();
  const [tab, setTab] = useState("description");
  return (
    <section aria-label={i18n.t("About this bottle")} className="min-w-0">
      <Tabs
        label={i18n.t("About this bottle")}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: "description", label: i18n.t("Description") },
          { value: "details", label: i18n.t("Details") },
          { value: "reviews", label: i18n.t("Reviews") },
        ]}
      >
        <TabPanel value="description" className="pt-6">
          <Description product={product} />
        </TabPanel>
        <TabPanel value="details" className="max-w-160 pt-6">
          <Details product={product} />
        </TabPanel>
        <TabPanel value="reviews" className="max-w-160 pt-6">
          {tab === "reviews" && <ProductReviews productId={product.id} sellerId={product.sellerId} />}
        </TabPanel>
      </Tabs>
    </section>
  );
}

function Description({ product }: { product: Product }) {
  const { i18n } = useLingui();
  const { description, seller, createdAt, notes, state } = product;
  return (
    <div className="grid gap-8">
      <div>
        <h2 className="sr-only">{i18n.t("Description")}</h2>
        <p className="serif max-w-[52ch] whitespace-pre-line break-words text-quote leading-[1.35] max-md:text-lead">
          {description || i18n.t("No description available.")}
        </p>
        {seller && createdAt && (
          <p className="mt-4 text-small text-ink-2">
            {i18n.t("Listed by {seller} on {date}.", {
              seller: nameOf(seller.username, seller.isDeleted),
              date: formatDate(createdAt),
            })}{" "}
            {state && i18n.t("It is posted from {state}.", { state })}
          </p>
        )}
      </div>
      {notes && <Notes notes={notes} />}
    </div>
  );
}

function Notes({ notes }: { notes: string }) {
  const { i18n } = useLingui();
  const layers = notes
    .split(";")
    .map((layer) => layer.trim())
    .filter(Boolean);
  const names =
    layers.length === 3 ? [i18n.t("Top"), i18n.t("Heart"), i18n.t("Base")] : layers.map(() => i18n.t("Notes"));
  return (
    <dl className="content-start">
      {layers.map((layer, at) => (
        <div key={layer} className="grid grid-cols-[84px_1fr] gap-4 border-b border-line py-2.5 first:border-t">
          <dt className="text-small text-ink-3">{names[at]}</dt>
          <dd className="serif break-words text-price">{layer}</dd>
        </div>
      ))}
    </dl>
  );
}

function Details({ product }: { product: Product }) {
  const { i18n } = useLingui();
  const { purchaseYear, remainingPercentage, boxCondition, batchCode, concentration, volume, state, createdAt } =
    product;
  return (
    <>
      <h2 className="mb-3 text-h4">{i18n.t("Pre-owned Details")}</h2>
      <DetailList
        facts={[
          [i18n.t("Original purchase year"), purchaseYear ?? i18n.t("Unknown")],
          [i18n.t("Bottle condition"), i18n.t("{percent}% full", { percent: remainingPercentage })],
          [i18n.t("Box condition"), boxCondition ? conditionName(boxCondition) : i18n.t("Not specified")],
          [i18n.t("Batch code"), batchCode || i18n.t("No batch code provided")],
          [i18n.t("Concentration"), concentrationName(concentration) || i18n.t("Not stated")],
          [i18n.t("Volume"), volume ? `${volume} ml` : i18n.t("Not stated")],
          [i18n.t("Sent from"), state || i18n.t("Not stated")],
          [i18n.t("Listed on"), createdAt ? formatDate(createdAt) : i18n.t("Today")],
        ]}
      />
    </>
  );
}
