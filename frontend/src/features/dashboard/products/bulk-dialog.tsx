import { useLingui } from "@lingui/react";
import { type FormEvent, useId, useState } from "react";
import { formatRinggit } from "@/lib/money";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { Notice } from "@/ui/notice";
import type { BulkAction, BulkOutcome, Listing } from "../api";

const MIN_PERCENT = -90;
const MAX_PERCENT = 200;

interface Props {
  action: BulkAction;
  listings: Listing[];
  busy: boolean;
  outcome: BulkOutcome | null;
  onClose: () => void;
  onApply: (percent?: number) => void;
}

export function BulkDialog({ action, listings, busy, outcome, onClose, onApply }: Props) {
  const { i18n } = useLingui();
  const formId = useId();
  const [percent, setPercent] = useState("");
  const [tried, setTried] = useState(false);
  const count = listings.length;
  const titles: Record<BulkAction, string> = {
    archive: i18n.t("{count, plural, one {Archive # product} other {Archive # products}}", { count }),
    restore: i18n.t("{count, plural, one {Restore # product} other {Restore # products}}", { count }),
    delete: i18n.t("{count, plural, one {Delete # product} other {Delete # products}}", { count }),
    price: i18n.t("Change price by percent"),
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (action !== "price") return onApply();
    if (isPercent(percent)) onApply(Number(percent));
  };
  const actions = outcome ? (
    <Button onClick={onClose}>{i18n.t("Done")}</Button>
  ) : (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button type="submit" form={formId} busy={busy} tone={action === "delete" ? "danger" : "primary"}>
        {action === "delete" ? i18n.t("Delete") : i18n.t("Apply")}
      </Button>
    </>
  );
  return (
    <Dialog open title={titles[action]} onClose={onClose} actions={actions}>
      {outcome ? (
        <Outcome outcome={outcome} listings={listings} />
      ) : (
        <form id={formId} noValidate onSubmit={apply} className="grid gap-4">
          {action === "delete" && <p>{i18n.t("Are you sure you want to delete these products?")}</p>}
          {action === "price" && (
            <TextField
              label={i18n.t("Percent")}
              suffix="%"
              inputMode="numeric"
              autoComplete="off"
              value={percent}
              onChange={({ target }) => setPercent(target.value)}
              error={tried && !isPercent(percent) ? i18n.t("Please enter a whole number from -90 to 200") : undefined}
              hint={<Example listing={listings[0]} percent={percent} />}
            />
          )}
          <p className="text-small text-ink-2">{listings.map(({ name }) => name).join(", ")}</p>
        </form>
      )}
    </Dialog>
  );
}

function isPercent(input: string): boolean {
  const value = Number(input);
  return /^-?\d{1,3}$/.test(input.trim()) && value !== 0 && value >= MIN_PERCENT && value <= MAX_PERCENT;
}

function Example({ listing, percent }: { listing?: Listing; percent: string }) {
  const { i18n } = useLingui();
  if (!listing || !isPercent(percent)) return i18n.t("-10 makes everything a tenth cheaper.");
  const before = Math.round(listing.price * 100);
  return i18n.t("{name}: {before} becomes {after}", {
    name: listing.name,
    before: formatRinggit(listing.price),
    after: formatRinggit(Math.round((before * (100 + Number(percent))) / 100) / 100),
  });
}

function Outcome({ outcome, listings }: { outcome: BulkOutcome; listings: Listing[] }) {
  const { i18n } = useLingui();
  const nameOf = (id: number) => listings.find((listing) => listing.id === id)?.name ?? String(id);
  return (
    <div role="status" className="grid gap-3">
      <Notice
        tone={outcome.refused.length > 0 ? "warn" : "good"}
        title={i18n.t("{done} of {total} changed.", { done: outcome.done.length, total: listings.length })}
      />
      <ul className="grid gap-1 text-small">
        {outcome.refused.map(({ id, message }) => (
          <li key={id}>
            <b className="font-semibold">{nameOf(id)}</b>: {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
