import { queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/call-api";
import type { ListingIn } from "./listing";
import { dashboardKey } from "./listing-keys";

export type DraftForm = Partial<ListingIn> & { floor?: number | null };

export type Draft = Schemas["CatalogDraftOut"];

/** The server stores a form as this app sent it, without rules. */
export const formOf = (draft: Draft) => draft.form as DraftForm;

export const draftsQuery = queryOptions({
  queryKey: [...dashboardKey, "drafts"],
  queryFn: () => callApi("GET", "/api/seller/drafts"),
});
