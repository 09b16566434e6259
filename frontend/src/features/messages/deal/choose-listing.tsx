import { useLingui } from "@lingui/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/call-api";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { sellerKey } from "@/shared/sellers/seller-key";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { ErrorState } from "@/ui/error-state";
import { Photo } from "@/ui/photo";
import { Price } from "@/ui/price";
import { Skeleton } from "@/ui/skeleton";
import { offerListing } from "./api";
import { showNotSent, showTrouble } from "./troubles";

const priceOf = (product: Schemas["CatalogProductOut"]) =>
  product.listingType === "auction" ? (product.auction?.buyNowPrice ?? null) : product.price;

interface Props {
  ownerId: number;
  userId: number;
  name: string;
  onClose: () => void;
  onDone: () => void;
}

export function ChooseListing({ ownerId, userId, name, onClose, onDone }: Props) {
  const { i18n } = useLingui();
  const list = useQuery({
    queryKey: [...sellerKey(ownerId), "to-offer"],
    queryFn: () => callApi("GET", "/api/sellers/{user_id}/products", { path: { user_id: ownerId } }),
  });
  const all = list.data?.products ?? [];
  const products = all.filter(
    (product) =>
      ["active", "featured"].includes(product.status) && priceOf(product) !== null && product.stockQuantity > 0,
  );
  const sending = useMutation({
    mutationFn: (productId: number) => offerListing(userId, productId),
    onSuccess: () => {
      onDone();
      onClose();
    },
    onError: showNotSent,
  });
  const { error } = list;
  useEffect(() => {
    if (error) showTrouble(error);
  }, [error]);
  return (
    <Dialog open title={i18n.t("Offer a perfume to {name}", { name })} onClose={onClose}>
      {error && (
        <ErrorState
          title={i18n.t("Your listings did not load")}
          text={messageFor(error).text}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isPending && (
        <div role="status" className="grid gap-3">
          <span className="sr-only">{i18n.t("Loading")}</span>
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      )}
      {list.data && products.length === 0 && (
        <p className="text-ink-2">{i18n.t("You have nothing for sale that can be offered here.")}</p>
      )}
      <ul className="grid max-h-[50dvh] overflow-y-auto">
        {products.map((product) => (
          <li key={product.id} className="flex items-center gap-3 border-b border-line py-2.5 last:border-0">
            <Photo src={product.imageUrl} alt="" className="w-11 flex-none" />
            <span className="grid min-w-0 flex-1">
              <span className="truncate font-semibold">{product.name}</span>
              <Price ringgit={priceOf(product) ?? 0} size="row" />
            </span>
            <Button
              tone="line"
              size="small"
              aria-label={i18n.t("Offer {name}", { name: product.name })}
              busy={sending.isPending && sending.variables === product.id}
              onClick={() => sending.mutate(product.id)}
            >
              {i18n.t("Offer")}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
