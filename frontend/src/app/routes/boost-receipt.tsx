/** `/boosts/:id/receipt`: the receipt of a paid boost, for its seller. */
import { useParams } from "react-router-dom";
import { ReceiptView } from "@/features/boost/receipt";
import { NotFoundPage } from "./not-found";

export function BoostReceiptPage() {
  const id = Number(useParams().id);
  return Number.isSafeInteger(id) && id > 0 ? <ReceiptView orderId={id} /> : <NotFoundPage />;
}
