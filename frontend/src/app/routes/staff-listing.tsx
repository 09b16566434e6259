import { useParams } from "react-router-dom";
import { ListingPage } from "@/features/staff/listings/listing-page";

export function StaffListingPage() {
  const { id = "" } = useParams();
  return <ListingPage key={id} productId={Number(id)} />;
}
