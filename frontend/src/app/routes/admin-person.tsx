import { useParams } from "react-router-dom";
import { PersonPage } from "@/features/admin/person/person-page";

export function AdminPersonPage() {
  const { id = "" } = useParams();
  return <PersonPage userId={id} />;
}
