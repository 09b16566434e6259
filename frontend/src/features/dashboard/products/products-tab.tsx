import { useLingui } from "@lingui/react";
import { Plus, Search, Upload } from "lucide-react";
import { useState } from "react";
import { serverNow } from "@/lib/time/now";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { bareInput, fieldFrame } from "@/ui/field";
import { icon, smallIcon } from "@/ui/icon";
import { SaveTableButton } from "@/ui/save-table-button";
import { HeadCell, Table } from "@/ui/table";
import { fetchTable, type Listing } from "../api";
import { inOrder, matchingListings } from "./order";
import { ProductRow } from "./product-row";
import type { RowAction } from "./row-actions";

interface Props {
  listings: Listing[];
  chosen: ReadonlySet<number>;
  onChoose: (id: number, chosen: boolean) => void;
  onDo: (listing: Listing, action: RowAction) => void;
  onAdd: () => void;
  onImport: () => void;
}

export function ProductsTab({ listings, chosen, onChoose, onDo, onAdd, onImport }: Props) {
  const { i18n } = useLingui();
  const [words, setWords] = useState("");
  if (listings.length === 0) return <NothingListed onAdd={onAdd} onImport={onImport} />;
  const shown = inOrder(matchingListings(listings, words), serverNow());
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pt-4 pb-2">
        <SearchField words={words} onChange={setWords} />
        <div className="flex flex-wrap items-center gap-x-1 max-md:w-full max-md:justify-between">
          <span className="text-meta text-ink-3 max-md:sr-only">{i18n.t("Sorted by status, newest first")}</span>
          <Button tone="quiet" size="small" onClick={onImport}>
            <Upload {...smallIcon} />
            {i18n.t("Import")}
          </Button>
          <SaveTableButton
            quiet
            name="wangi-products"
            label={i18n.t("Export")}
            fetch={() => fetchTable("export.csv")}
          />
        </div>
      </div>
      <p role="status" className="sr-only">
        {words && i18n.t("{count, plural, one {# product} other {# products}}", { count: shown.length })}
      </p>
      {shown.length === 0 ? (
        <EmptyState
          drawing="shelf"
          title={i18n.t("No products found")}
          action={
            <Button tone="line" onClick={() => setWords("")}>
              {i18n.t("Clear search")}
            </Button>
          }
        >
          {i18n.t("None of your products has this name or brand.")}
        </EmptyState>
      ) : (
        <Table label={i18n.t("Your products")}>
          <Heads />
          <tbody className="max-md:block">
            {shown.map((listing) => (
              <ProductRow
                key={listing.id}
                listing={listing}
                chosen={chosen.has(listing.id)}
                onChoose={(isChosen) => onChoose(listing.id, isChosen)}
                onDo={(action) => onDo(listing, action)}
              />
            ))}
          </tbody>
        </Table>
      )}
    </>
  );
}

function Heads() {
  const { i18n } = useLingui();
  return (
    <thead className="max-md:sr-only">
      <tr>
        <HeadCell>{i18n.t("Boost")}</HeadCell>
        <HeadCell>
          <span className="sr-only">{i18n.t("Image")}</span>
        </HeadCell>
        <HeadCell>{i18n.t("Name")}</HeadCell>
        <HeadCell className="max-md:hidden">{i18n.t("Brand")}</HeadCell>
        <HeadCell className="max-md:hidden">{i18n.t("Category")}</HeadCell>
        <HeadCell numeric>{i18n.t("Price")}</HeadCell>
        <HeadCell numeric className="max-md:hidden">
          {i18n.t("Stock")}
        </HeadCell>
        <HeadCell aria-sort="descending" className="text-ink">
          {i18n.t("Status")}
        </HeadCell>
        <HeadCell>
          <span className="sr-only">{i18n.t("Actions")}</span>
        </HeadCell>
      </tr>
    </thead>
  );
}

function SearchField({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  const { i18n } = useLingui();
  const name = i18n.t("Search by name or brand");
  return (
    <div className={`${fieldFrame} max-w-80 border-transparent bg-wash max-md:max-w-full`}>
      <Search {...icon} className="ml-3 flex-none text-ink-3" />
      <input
        type="search"
        aria-label={name}
        placeholder={name}
        value={words}
        onChange={({ target }) => onChange(target.value)}
        className={bareInput}
      />
    </div>
  );
}

function NothingListed({ onAdd, onImport }: { onAdd: () => void; onImport: () => void }) {
  const { i18n } = useLingui();
  const actions = (
    <div className="flex flex-wrap gap-3">
      <Button onClick={onAdd}>
        <Plus {...icon} />
        {i18n.t("Add New Product")}
      </Button>
      <Button tone="line" onClick={onImport}>
        {i18n.t("Import")}
      </Button>
    </div>
  );
  return (
    <EmptyState drawing="shelf" title={i18n.t("Nothing listed yet")} action={actions}>
      {i18n.t("A photograph, the level and a price: the first bottle takes five minutes.")}
    </EmptyState>
  );
}
