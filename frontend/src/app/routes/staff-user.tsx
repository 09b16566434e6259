import { useParams } from "react-router-dom";
import { PersonPage } from "@/features/staff/users/user-page";

export function AdminPersonPage() {
  const { id = "" } = useParams();
  return <PersonPage userId={id} />;
}
