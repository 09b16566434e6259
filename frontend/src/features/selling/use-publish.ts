/** The same idempotency key is sent on a retry, so that one press creates one listing. */
import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { failureMessage, idempotencyKey } from "@/lib/calls/commands";
import { asRefusal, Refusal } from "@/lib/calls/refusal";
import { dashboardKey, productKey, productsKey } from "@/shared/listings/listing-keys";
import { showToast } from "@/ui/toast-store";
import { changeListing, createListing, keepFloor, type Listing, type ListingIn, listAgain } from "./api";
import type { FieldName, ListingForm } from "./rules";

interface Plan {
  form: UseFormReturn<ListingForm>;
  editing: Listing | null;
  again: { id: number; reworded: () => boolean } | null;
  onDone: (listing: Listing) => void;
  onRefused: (fields: FieldName[]) => void;
}

interface Sent {
  body: ListingIn;
  floor?: number | null;
}

const FLOOR_NOT_KEPT = "floor_not_kept";

function floorNotKept(error: unknown): never {
  const sentence = i18n.t("The listing is saved, but not the lowest price that you take. Please save again.");
  throw new Refusal(asRefusal(error).status, FLOOR_NOT_KEPT, sentence);
}

export function usePublish({ form, editing, again, onDone, onRefused }: Plan) {
  const words = useOutcomes(editing !== null);
  const client = useQueryClient();
  const keyFor = useKeys();
  const listed = useRef<Listing | null>(null);
  const save = async (body: ListingIn) => {
    if (editing) return changeListing(editing.id, body);
    const goingOn = listed.current !== null;
    listed.current ??= await (again ? listAgain(again.id, body, keyFor(body)) : createListing(body, keyFor(body)));
    return goingOn || again?.reworded() ? changeListing(listed.current.id, body) : listed.current;
  };
  const send = useMutation({
    mutationFn: async ({ body, floor }: Sent) => {
      const listing = await save(body);
      if (floor !== undefined) await keepFloor(listing.id, floor).catch(floorNotKept);
      return listing;
    },
  });
  const finish = (listing: Listing) => {
    for (const queryKey of [productsKey, dashboardKey, [...productKey, listing.id]]) {
      void client.invalidateQueries({ queryKey });
    }
    if (listing.auction) void client.invalidateQueries({ queryKey: ["auction", listing.auction.id] });
    showToast({ title: words(listing.listingType).good, text: listing.name, tone: "good" });
    onDone(listing);
  };
  const refused = (error: Error) => {
    const named = asRefusal(error).fields.map(({ field, message }) => ({ name: nameOf(field), message }));
    const ours = named.filter(({ name }) => name in form.getValues());
    for (const { name, message } of ours) form.setError(name, { message });
    if (asRefusal(error).code === FLOOR_NOT_KEPT) {
      return showToast({ title: i18n.t("Lowest price not saved"), text: asRefusal(error).message, tone: "bad" });
    }
    showToast({ ...failureMessage(words(form.getValues("listingType")).bad, error), tone: "bad" });
    onRefused(ours.map(({ name }) => name));
  };
  return {
    publish: (sent: Sent) => send.mutate(sent, { onSuccess: finish, onError: refused }),
    sending: send.isPending,
  };
}

function nameOf(field: string): FieldName {
  const name = field.split(".").at(-1) ?? "";
  return (name === "images" ? "imageUrl" : name) as FieldName;
}

function useOutcomes(editing: boolean) {
  const { i18n } = useLingui();
  return (type: string) => {
    const auction = type === "auction";
    if (editing) {
      return auction
        ? { good: i18n.t("Auction updated"), bad: i18n.t("Error updating auction") }
        : { good: i18n.t("Product updated"), bad: i18n.t("Error updating product") };
    }
    return auction
      ? { good: i18n.t("Auction created"), bad: i18n.t("Error creating auction") }
      : { good: i18n.t("Product created"), bad: i18n.t("Error creating product") };
  };
}

export function useKeys() {
  const sent = useRef({ body: "", key: "" });
  return (body: unknown) => {
    const serialized = JSON.stringify(body);
    if (sent.current.body !== serialized) sent.current = { body: serialized, key: idempotencyKey() };
    return sent.current.key;
  };
}
