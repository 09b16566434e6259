import { useParams } from "react-router-dom";
import { OrderView } from "@/features/orders/order-view";
import { ProtectionPanel } from "@/features/protection/protection-panel";
import { useCurrentUser } from "@/shared/session/session";
import { NotFoundPage } from "./not-found";

export function OrderPage() {
  const { user } = useCurrentUser();
  const id = Number(useParams().id);
  if (!Number.isSafeInteger(id) || id < 1) return <NotFoundPage />;
  return user && <OrderView orderId={id} ownerId={user.id} money={<ProtectionPanel dealId={id} />} />;
}
