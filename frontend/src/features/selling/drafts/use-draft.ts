import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { draftsQuery } from "@/shared/listings/drafts";
import { type ListingIn, saveDraft } from "../api";

const PAUSE_MS = 1500;

export type Kept = { state: "clean" | "waiting" | "saving" | "failed" } | { state: "saved"; at: number };

type Outcome = "saved" | "failed" | "nothing";

interface Plan {
  id: number | null;
  enabled: boolean;
  read: () => Partial<ListingIn> | null;
  onChange: (listener: () => void) => () => void;
}

export function useDraft({ id, enabled, read, onChange }: Plan) {
  const client = useQueryClient();
  const [kept, setKept] = useState<Kept>({ state: "clean" });
  const [draft] = useState(() => ({ id, written: JSON.stringify(read()), saving: null as Promise<Outcome> | null }));
  const keep = useCallback(async (): Promise<Outcome> => {
    let form = read();
    if (!form) return "nothing";
    setKept({ state: "saving" });
    try {
      // Saves again if the form changed while the server answered.
      for (let savedForm = ""; form && JSON.stringify(form) !== savedForm; form = read()) {
        savedForm = JSON.stringify(form);
        draft.id = (await saveDraft(draft.id, form)).id;
        draft.written = savedForm;
      }
    } catch {
      setKept({ state: "failed" });
      return "failed";
    }
    setKept({ state: "saved", at: Date.now() });
    void client.invalidateQueries({ queryKey: draftsQuery.queryKey });
    return "saved";
  }, [read, draft, client]);
  /** A second call waits for the first. */
  const save = useCallback((): Promise<Outcome> => {
    draft.saving ??= keep().finally(() => {
      draft.saving = null;
    });
    return draft.saving;
  }, [keep, draft]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!enabled) return;
    const saveIfChanged = () => {
      const form = read();
      clearTimeout(timer.current);
      if (!form || draft.saving || JSON.stringify(form) === draft.written) return;
      setKept((now) => (now.state === "waiting" ? now : { state: "waiting" }));
      timer.current = setTimeout(() => void save(), PAUSE_MS);
    };
    saveIfChanged();
    const stop = onChange(saveIfChanged);
    return () => {
      stop();
      clearTimeout(timer.current);
    };
  }, [enabled, read, onChange, save, draft]);
  return { kept, save, draftId: () => draft.id };
}
