import { useState } from "react";
import { serverNow } from "@/lib/time/now";
import type { Listing } from "../api";
import { canBoost } from "./order";

export function useSelection(all: Listing[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const listings = all.filter(({ id }) => chosen.has(id));
  return {
    chosen,
    listings,
    boostable: listings.filter((listing) => canBoost(listing, serverNow())),
    choose: (id: number, isChosen: boolean) => {
      const next = new Set(chosen);
      if (isChosen) next.add(id);
      else next.delete(id);
      setChosen(next);
    },
    clear: () => setChosen(new Set()),
  };
}
