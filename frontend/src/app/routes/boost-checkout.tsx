/** `/boost-checkout`: the three steps of a boost; the address says which one. */
import { useLingui } from "@lingui/react";
import { useSearchParams } from "react-router-dom";
import { Checkout } from "@/features/boost/checkout";
import { readChoice } from "@/features/boost/steps";
import { usePageTitle } from "@/lib/page/page-title";
import { useCurrentUser } from "@/lib/session/session";

export function BoostCheckoutPage() {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  const [params] = useSearchParams();
  usePageTitle(i18n.t("Boost Products"));
  return user && <Checkout user={user} choice={readChoice(params)} />;
}
