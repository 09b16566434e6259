/** What is written so far, kept at the shop a moment after each change, so that a closed window loses nothing. */
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { draftsQuery, type ListingIn, saveDraft } from "./api";

const PAUSE_MS = 1500;

export type Kept = { state: "clean" | "waiting" | "saving" | "failed" } | { state: "saved"; at: number };

type Outcome = "saved" | "failed" | "nothing";

interface Plan {
  id: number | null;
  /** False while a listing that exists is edited: its changes are no draft. */
  enabled: boolean;
  /** What would be kept; null as long as there is nothing to keep. */
  read: () => Partial<ListingIn> | null;
  /** Called at each change, without drawing the whole form again. */
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
      // What is written while the shop answers is kept as well, before anything is called saved.
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
  /** One at a time: a second call gets the outcome of the one under way. */
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
