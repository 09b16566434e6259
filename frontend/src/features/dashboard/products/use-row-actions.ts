import { useLingui } from "@lingui/react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { failureMessage } from "@/lib/calls/commands";
import { paths } from "@/shared/navigation/paths";
import { showToast } from "@/ui/toast-store";
import { type BulkAction, type Listing, useListingActions } from "../api";
import type { RowAction } from "./row-actions";

export type Open =
  | { what: "type" | "import" | "boost" }
  | { what: "delete" | "appeal" | "offer"; listing: Listing }
  | { what: "bulk"; action: BulkAction; listings: Listing[]; key: string }
  | null;

export function useRowActions() {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const actions = useListingActions();
  const [open, setOpen] = useState<Open>(null);
  const failed = (title: string) => (error: Error) => showToast({ ...failureMessage(title, error), tone: "bad" });
  const succeeded =
    (title: string, { name }: Listing) =>
    () => {
      showToast({ title, text: name, tone: "good" });
      setOpen(null);
    };

  const start = (listing: Listing, action: RowAction) => {
    const { id } = listing;
    const wrong = failed(listing.auction ? i18n.t("Error updating auction") : i18n.t("Error updating product"));
    switch (action) {
      case "delete":
      case "appeal":
      case "offer":
        return setOpen({ what: action, listing });
      case "relist":
        return navigate(paths.relist(id));
      case "duplicate":
        return actions.duplicate.mutate(id, {
          onSuccess: (draft) => navigate(paths.continueDraft(draft.id)),
          onError: wrong,
        });
      default: {
        const done = {
          archive: i18n.t("Product archived"),
          restore: i18n.t("Product restored"),
          sold: i18n.t("Product marked as sold"),
        };
        return actions.act.mutate({ id, act: action }, { onSuccess: succeeded(done[action], listing), onError: wrong });
      }
    }
  };
  return {
    actions,
    open,
    setOpen,
    start,
    remove: (listing: Listing) =>
      actions.remove.mutate(listing, {
        onSuccess: succeeded(i18n.t("Product deleted"), listing),
        onError: failed(listing.auction ? i18n.t("Error deleting auction") : i18n.t("Error deleting product")),
      }),
    appeal: (listing: Listing, words: string) =>
      actions.appeal.mutate(
        { id: listing.id, words },
        { onSuccess: succeeded(i18n.t("Appeal sent"), listing), onError: failed(i18n.t("Error sending appeal")) },
      ),
    offered: (listing: Listing) => succeeded(i18n.t("Offer sent"), listing)(),
    bulk: (key: string, action: BulkAction, ids: number[], percent?: number) =>
      actions.bulk.mutate(
        { key: `${key} ${percent ?? ""}`.trim(), body: { ids, action, percent } },
        { onError: failed(i18n.t("Error updating products")) },
      ),
  };
}
