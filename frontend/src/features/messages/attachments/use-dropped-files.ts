import type { DragEvent } from "react";

export function useDroppedFiles(onFiles: ((files: File[]) => void) | null) {
  const over = (event: DragEvent) => {
    if (event.dataTransfer.types.includes("Files")) event.preventDefault();
  };
  const drop = (event: DragEvent) => {
    const files = [...event.dataTransfer.files];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles?.(files);
  };
  return { onDragOver: over, onDrop: drop };
}
