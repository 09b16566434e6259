/** Publishes the listing; the same key is sent again on a second try, so that one press makes one auction. */
import { useLingui } from "@lingui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { FieldPath, UseFormReturn } from "react-hook-form";
import { answer, api, idempotencyKey, type Schemas } from "@/lib/api-client";
import { messageFor } from "@/lib/messages";
import { asRefusal } from "@/lib/refusal";
import { showToast } from "@/ui/toast-store";
import type { Product } from "../api";
import { type ListingForm, toProductIn } from "./rules";

export function usePublish(form: UseFormReturn<ListingForm>, onPublished: (product: Product) => void) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const create = useMutation({ mutationFn: useSafeCreate() });
  const done = (product: Product) => {
    void client.invalidateQueries({ queryKey: ["products"] });
    showToast({ title: i18n.t("Auction created"), text: product.name, tone: "good" });
    onPublished(product);
  };
  const refused = (error: Error) => {
    for (const { field, message } of asRefusal(error).fields) {
      const name = field.split(".").at(-1) as FieldPath<ListingForm>;
      if (name in form.getValues()) form.setError(name, { message });
    }
    showToast({ title: i18n.t("Error creating auction"), text: messageFor(error).text, tone: "bad" });
  };
  return {
    publish: (values: ListingForm) => create.mutate(toProductIn(values), { onSuccess: done, onError: refused }),
    sending: create.isPending,
  };
}

/** Another body needs another key; the same body keeps the one it had. */
function useSafeCreate() {
  const sent = useRef({ body: "", key: "" });
  return (body: Schemas["CatalogProductIn"]) => {
    const written = JSON.stringify(body);
    if (sent.current.body !== written) sent.current = { body: written, key: idempotencyKey() };
    const header = { "Idempotency-Key": sent.current.key };
    return answer(api.POST("/api/products", { body, params: { header } }));
  };
}
