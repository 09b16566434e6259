import { useEffect, useState } from "react";

const PAUSE_MS = 120;

export function useLater(words: string): string {
  const [late, setLate] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setLate(words), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return late;
}
