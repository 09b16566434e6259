import { useLingui } from "@lingui/react";
import { useParams, useSearchParams } from "react-router-dom";
import { Checkout } from "@/features/boosts/checkout/checkout";
import { readChoice } from "@/features/boosts/checkout/steps";
import { ReceiptView } from "@/features/boosts/receipt";
import { usePageTitle } from "@/lib/page/page-title";
import { useCurrentUser } from "@/shared/session/session";
import { NotFoundPage } from "./not-found";

export function BoostCheckoutPage() {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  const [params] = useSearchParams();
  usePageTitle(i18n.t("Boost Products"));
  return user && <Checkout user={user} choice={readChoice(params)} />;
}

export function BoostReceiptPage() {
  const { id = "" } = useParams();
  return /^[1-9]\d{0,18}$/.test(id) ? <ReceiptView orderId={id} /> : <NotFoundPage />;
}
