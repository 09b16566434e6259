/** The way from a case to the next that waits and that no other looks at. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { adminPaths } from "../layout/admin-paths";
import { type Case, casesQuery } from "./api";
import { caseAddress } from "./case-words";

export function useNextCase(one: Case): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    const queue = one.kind === "payment" ? "/api/admin/cases/payments" : "/api/admin/cases";
    const found = await client.fetchInfiniteQuery(casesQuery({ state: "waiting", kind: "", mine: false }, queue));
    const next = found.pages[0]?.cases.find(({ id, claimedBy }) => id !== one.id && !claimedBy);
    navigate(next ? caseAddress(next) : one.kind === "payment" ? adminPaths.payments : adminPaths.cases);
  };
}

/** With a decision its button is gone: the focus goes to the way on, and not to the top of the page. */
export function useFocusAfter(isDeciding: boolean) {
  const onward = useRef<HTMLButtonElement>(null);
  const was = useRef(isDeciding);
  useEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (was.current && !isDeciding && isLost) onward.current?.focus();
    was.current = isDeciding;
  }, [isDeciding]);
  return onward;
}
