import { useParams } from "react-router-dom";
import { UserPage } from "@/features/staff/users/user-page";

export function AdminPersonPage() {
  const { id = "" } = useParams();
  return <UserPage userId={id} />;
}
