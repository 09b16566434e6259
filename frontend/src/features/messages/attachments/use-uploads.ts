import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { Recipient } from "../sending/device";
import { cancelUpload, onUploads, sendAgain, sendFiles, type Upload, uploadsNow } from "./uploads";

export function useUploads(receiverId: number) {
  const client = useQueryClient();
  const listen = useCallback((listener: () => void) => onUploads(receiverId, listener), [receiverId]);
  const all = useSyncExternalStore(listen, uploadsNow);
  return {
    uploads: useMemo(() => all.filter((upload) => upload.receiverId === receiverId), [all, receiverId]),
    sendFiles: (files: File[], recipient: Recipient, productId?: number) =>
      sendFiles(client, receiverId, files, recipient, productId),
    cancel: (upload: Upload) => cancelUpload(client, upload),
    sendAgain: (upload: Upload) => sendAgain(client, upload),
  };
}
