import { useParams } from "react-router-dom";
import { OrderPage } from "@/features/staff/orders/order-page";

export function AdminOrderPage() {
  const { id = "" } = useParams();
  return <OrderPage key={id} dealId={id} />;
}
