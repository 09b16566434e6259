import { i18n } from "@lingui/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { failureMessage, idempotencyKey } from "@/lib/calls/commands";
import { asRefusal } from "@/lib/calls/refusal";
import type { Message } from "@/lib/i18n/refusal-messages";
import { formatRinggit, toRinggit } from "@/lib/money";
import { boostPaths } from "@/shared/boosts/boost-paths";
import { type Created, forgetBoosts, leaveFor, type Package, packagesQuery, useOrdering } from "@/shared/boosts/boosts";
import { showToast } from "@/ui/toast-store";
import "./refusals";

export function mismatchMessage(boostPackage: Package, products: number[]): Message | null {
  if (products.length === 0) {
    return { title: i18n.t("No products selected"), text: i18n.t("Please go back and select your products.") };
  }
  if (products.length === boostPackage.item_count) return null;
  return {
    title: i18n.t("Product count mismatch"),
    text: i18n.t("This package requires exactly {n} products. You have selected {m}.", {
      n: boostPackage.item_count,
      m: products.length,
    }),
  };
}

export function useOrder(boostPackage: Package, products: number[]) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const ordering = useOrdering();
  const [key] = useState(idempotencyKey);
  const [trouble, setTrouble] = useState<Message | null>(null);
  const [leaving, setLeaving] = useState(false);

  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setLeaving(false);
      forgetBoosts(client);
    };
    window.addEventListener("pageshow", onPageShow);
    return () => window.removeEventListener("pageshow", onPageShow);
  }, [client]);

  const go = ({ orderId, paymentUrl, message }: Created) => {
    if (paymentUrl) {
      setLeaving(true);
      return leaveFor(paymentUrl);
    }
    if (!message) {
      return setTrouble({ title: i18n.t("Boost Order Error"), text: i18n.t("Payment URL not received") });
    }
    showToast({ title: i18n.t("Processing your request") });
    void navigate(boostPaths.back(orderId));
  };

  const send = async (useCredit: boolean) => {
    const wrong = mismatchMessage(boostPackage, products);
    setTrouble(wrong);
    if (wrong) return;
    try {
      go(
        await ordering.mutateAsync({
          // The key holds the selection: sending the same order again is idempotent.
          key: `${key}-${boostPackage.id}-${useCredit}`,
          body: {
            boostPackageId: boostPackage.id,
            productIds: products,
            expectedPrice: boostPackage.price,
            ...(useCredit && { useCredit }),
          },
        }),
      );
    } catch (error) {
      setLeaving(false);
      setTrouble(orderTrouble(error));
      if (asRefusal(error).code === "price_changed") void client.invalidateQueries(packagesQuery);
    }
  };
  return { send, trouble, busy: ordering.isPending || leaving };
}

function orderTrouble(error: unknown): Message {
  const title = i18n.t("Error creating boost order");
  const refusal = asRefusal(error);
  if (refusal.code === "price_changed") {
    const price = Number(refusal.details.price);
    return {
      title: i18n.t("The price has changed"),
      text: Number.isSafeInteger(price)
        ? i18n.t("This package costs {price} now. Nothing was ordered or paid: look at the order once more.", {
            price: formatRinggit(toRinggit(price)),
          })
        : i18n.t("Nothing was ordered or paid: look at the order once more."),
    };
  }
  if (refusal.code !== "unexpected") return failureMessage(title, error);
  return { title, text: refusal.status ? i18n.t("Please try again later") : i18n.t("Failed to create boost order") };
}
