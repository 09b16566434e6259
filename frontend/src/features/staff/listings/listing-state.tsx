import { Badge } from "@/ui/badge";
import { listingStates } from "../cases/case-words";

const TONES = { active: "good", featured: "good", pending: "warn", removed: "bad" } as const;

export function ListingState({ status }: { status: string }) {
  return <Badge tone={TONES[status as keyof typeof TONES] ?? "plain"}>{listingStates()[status] ?? status}</Badge>;
}
