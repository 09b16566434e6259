import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { draftsQuery, type ListingIn, saveDraft } from "./api";

const PAUSE_MS = 1500;

export type Kept = { state: "clean" | "waiting" | "saving" | "failed" } | { state: "saved"; at: number };

type Outcome = "saved" | "failed" | "nothing";

interface Plan {
  id: number | null;
  enabled: boolean;
  read: () => Partial<ListingIn> | null;
  onChange: (look: () => void) => () => void;
}

export function useDraft({ id, enabled, read, onChange }: Plan) {
  const client = useQueryClient();
  const [kept, setKept] = useState<Kept>({ state: "clean" });
  const [known] = useState(() => ({ id, written: JSON.stringify(read()), saving: null as Promise<Outcome> | null }));
  const keep = useCallback(async (): Promise<Outcome> => {
    let form = read();
    if (!form) return "nothing";
    setKept({ state: "saving" });
    try {
      // Saves again if the form changed while the server answered.
      for (let written = ""; form && JSON.stringify(form) !== written; form = read()) {
        written = JSON.stringify(form);
        known.id = (await saveDraft(known.id, form)).id;
        known.written = written;
      }
    } catch {
      setKept({ state: "failed" });
      return "failed";
    }
    setKept({ state: "saved", at: Date.now() });
    void client.invalidateQueries({ queryKey: draftsQuery.queryKey });
    return "saved";
  }, [read, known, client]);
  /** A second call waits for the first. */
  const save = useCallback((): Promise<Outcome> => {
    known.saving ??= keep().finally(() => {
      known.saving = null;
    });
    return known.saving;
  }, [keep, known]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!enabled) return;
    const look = () => {
      const form = read();
      clearTimeout(timer.current);
      if (!form || known.saving || JSON.stringify(form) === known.written) return;
      setKept((now) => (now.state === "waiting" ? now : { state: "waiting" }));
      timer.current = setTimeout(() => void save(), PAUSE_MS);
    };
    look();
    const stop = onChange(look);
    return () => {
      stop();
      clearTimeout(timer.current);
    };
  }, [enabled, read, onChange, save, known]);
  return { kept, save, draftId: () => known.id };
}
