import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { staffPaths } from "../layout/staff-paths";
import { type Case, casesQuery } from "./api";
import { caseAddress, inAddress, queueFilters, withFilter } from "./case-words";

const OVER = new Set(["decided", "closed"]);

export function useNextCase(staffCase: Case): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  return async () => {
    const { state, kind, mine } = queueFilters(params);
    const filters = { state: OVER.has(state) ? "waiting" : state, kind, mine };
    const queue = staffCase.kind === "payment" ? "/api/admin/cases/payments" : "/api/admin/cases";
    const pages = await client.fetchInfiniteQuery(casesQuery(filters, queue));
    const next = pages.pages[0]?.cases.find(({ id, claimedBy }) => id !== staffCase.id && (mine || !claimedBy));
    const kept = inAddress(filters);
    const list = staffCase.kind === "payment" ? staffPaths.payments : staffPaths.cases;
    navigate(next ? caseAddress(next, kept) : withFilter(list, kept));
  };
}

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
