/** Files on their way to one person: one after another, each with its progress, to be cancelled or tried again. */
import { useLingui } from "@lingui/react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { asRefusal } from "@/lib/calls/refusal";
import { messageFor } from "@/lib/words/messages";
import { conversationsKey, sendFile } from "./api";
import { MOST_BYTES } from "./files";
import { takeIn } from "./thread-cache";

export interface Upload {
  /** The same in each try, so that a file whose outcome is not known stands once. */
  clientId: string;
  receiverId: number;
  productId?: number;
  file: File;
  percent: number;
  /** Why it did not go; without it, it goes in its turn. */
  refused?: string;
}

export function useUploads(receiverId: number) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const [all, setAll] = useState<Upload[]>([]);
  const running = useRef<{ clientId: string; stop: AbortController } | null>(null);
  const change = (clientId: string, to: Partial<Upload>) =>
    setAll((known) => known.map((one) => (one.clientId === clientId ? { ...one, ...to } : one)));
  const drop = (clientId: string) => setAll((known) => known.filter((one) => one.clientId !== clientId));
  const send = async (upload: Upload, stop: AbortController) => {
    try {
      const { message } = await sendFile(upload, (percent) => change(upload.clientId, { percent }), stop.signal);
      drop(upload.clientId);
      await takeIn(client, upload.receiverId, message);
      void client.invalidateQueries({ queryKey: conversationsKey });
    } catch (error) {
      const isCancelled = asRefusal(error).code === "cancelled";
      if (!isCancelled) change(upload.clientId, { refused: messageFor(error).text });
    } finally {
      running.current = null;
      setAll((known) => [...known]); // the next one's turn
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change may be the next one's turn
  useEffect(() => {
    const next = all.find(({ refused }) => !refused);
    if (!next || running.current) return;
    const stop = new AbortController();
    running.current = { clientId: next.clientId, stop };
    void send(next, stop);
  }, [all]);
  useEffect(() => () => running.current?.stop.abort(), []);
  const sendFiles = (files: File[], productId?: number) => {
    const tooLarge = i18n.t("The file is larger than 5 MB.");
    const added = files.map(
      (file): Upload => ({
        clientId: crypto.randomUUID(),
        receiverId,
        file,
        percent: 0,
        ...(productId && { productId }),
        ...(file.size > MOST_BYTES && { refused: tooLarge }),
      }),
    );
    setAll((known) => [...known, ...added]);
  };
  const cancel = ({ clientId }: Upload) => {
    if (running.current?.clientId === clientId) running.current.stop.abort();
    drop(clientId);
  };
  const sendAgain = ({ refused: _, ...upload }: Upload) =>
    setAll((known) => known.map((one) => (one.clientId === upload.clientId ? { ...upload, percent: 0 } : one)));
  return { uploads: all.filter((one) => one.receiverId === receiverId), sendFiles, cancel, sendAgain };
}
