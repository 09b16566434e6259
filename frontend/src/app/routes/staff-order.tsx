import { useParams } from "react-router-dom";
import { OrderPage } from "@/features/staff/orders/order-page";

export function StaffOrderPage() {
  const { id = "" } = useParams();
  return <OrderPage key={id} dealId={Number(id)} />;
}
