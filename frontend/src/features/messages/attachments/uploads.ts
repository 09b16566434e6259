import { i18n } from "@lingui/core";
import type { QueryClient } from "@tanstack/react-query";
import { asRefusal } from "@/lib/calls/refusal";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { claimsOf, onTokenChange, readToken } from "@/lib/session/token";
import { trackEvent } from "@/shared/analytics/analytics";
import { showToast } from "@/ui/toast-store";
import { conversationsKey, sendFile } from "../api";
import type { Recipient } from "../sending/device";
import { takeIn } from "../thread/thread-cache";
import { MAX_BYTES } from "./files";

export interface Upload {
  clientId: string;
  receiverId: number;
  recipient: Recipient;
  productId?: number;
  file: File;
  percent: number;
  refused?: string;
}

let uploads: Upload[] = [];
let owner: string | undefined;
const running = new Map<string, AbortController>();
const listeners = new Map<() => void, number>();

export const uploadsNow = (): Upload[] => uploads;

export function onUploads(receiverId: number, listener: () => void): () => void {
  listeners.set(listener, receiverId);
  return () => listeners.delete(listener);
}

export function sendFiles(
  client: QueryClient,
  receiverId: number,
  files: File[],
  recipient: Recipient,
  productId?: number,
): void {
  owner ??= whoIsHere();
  const tooLarge = i18n.t("The file is larger than 5 MB.");
  const added = files.map(
    (file): Upload => ({
      clientId: crypto.randomUUID(),
      receiverId,
      recipient,
      file,
      percent: 0,
      ...(productId && { productId }),
      ...(file.size > MAX_BYTES && { refused: tooLarge }),
    }),
  );
  storeUploads([...uploads, ...added]);
  sendNext(client, receiverId);
}

export function cancelUpload(client: QueryClient, { clientId, receiverId }: Upload): void {
  running.get(clientId)?.abort();
  drop(clientId);
  sendNext(client, receiverId);
}

export function sendAgain(client: QueryClient, { refused: _, ...upload }: Upload): void {
  storeUploads(uploads.map((item) => (item.clientId === upload.clientId ? { ...upload, percent: 0 } : item)));
  sendNext(client, upload.receiverId);
}

function sendNext(client: QueryClient, receiverId: number): void {
  const own = uploads.filter((upload) => upload.receiverId === receiverId);
  const next = own.find(({ refused }) => !refused);
  if (!next || own.some(({ clientId }) => running.has(clientId))) return;
  const stop = new AbortController();
  running.set(next.clientId, stop);
  void sendUpload(client, next, stop.signal);
}

async function sendUpload(client: QueryClient, upload: Upload, signal: AbortSignal): Promise<void> {
  const { clientId, receiverId } = upload;
  try {
    const { message } = await sendFile(upload, (percent) => change(clientId, { percent }), signal);
    if (signal.aborted) return;
    drop(clientId);
    trackEvent("message", { recipient_type: upload.recipient });
    await takeIn(client, receiverId, message);
    void client.invalidateQueries({ queryKey: conversationsKey });
  } catch (error) {
    if (asRefusal(error).code === "cancelled") return;
    const { text } = messageFor(error);
    change(clientId, { refused: text });
    const isSeen = [...listeners.values()].includes(receiverId);
    if (!isSeen) showToast({ title: i18n.t("Upload Failed"), text, tone: "bad" });
  } finally {
    running.delete(clientId);
    sendNext(client, receiverId);
  }
}

const change = (clientId: string, to: Partial<Upload>) =>
  storeUploads(uploads.map((upload) => (upload.clientId === clientId ? { ...upload, ...to } : upload)));

const drop = (clientId: string) => storeUploads(uploads.filter((upload) => upload.clientId !== clientId));

function storeUploads(next: Upload[]): void {
  uploads = next;
  for (const listener of listeners.keys()) listener();
}

const whoIsHere = () => claimsOf(readToken())?.sub;

/** Another user's session never sends these files. A renewed token changes nothing. */
onTokenChange((token) => {
  if (token && whoIsHere() === owner) return;
  owner = undefined;
  for (const stop of running.values()) stop.abort();
  storeUploads([]);
});
