import { useParams } from "react-router-dom";
import { UserPage } from "@/features/staff/users/user-page";

export function StaffUserPage() {
  const { id = "" } = useParams();
  return <UserPage userId={Number(id)} />;
}
