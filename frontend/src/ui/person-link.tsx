/** A person's name, leading to their page; who is gone has neither. */
import { Link } from "react-router-dom";
import { nameOf } from "@/lib/names";
import { paths } from "@/lib/paths";

export function PersonLink({ id, name }: { id: number; name: string }) {
  if (!name) return <>{nameOf(name)}</>;
  return (
    <Link to={paths.seller(id)} className="link">
      {name}
    </Link>
  );
}
