import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Refusal } from "@/lib/calls/refusal";
import { currentUserQuery } from "./session";

const isForbidden = (error: unknown) => error instanceof Refusal && error.status === 403;

export function useRightsWatch(isOn: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isOn) return;
    const ask = () => void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
    const leaves = [
      client.getQueryCache().subscribe((event) => {
        if (event.type === "updated" && event.action.type === "error" && isForbidden(event.action.error)) ask();
      }),
      client.getMutationCache().subscribe((event) => {
        if (event.type === "updated" && event.action.type === "error" && isForbidden(event.action.error)) ask();
      }),
    ];
    return () => {
      for (const leave of leaves) leave();
    };
  }, [client, isOn]);
}
