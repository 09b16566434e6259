import { useLingui } from "@lingui/react";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Segments } from "@/ui/segments";
import { Slider } from "@/ui/slider";
import { type Cut, keptPart, type Shape, WHOLE } from "./crop";
import type { Photo } from "./photos";

interface Props {
  photo: Photo;
  onClose: () => void;
  onCut: (cut: Blob) => void;
}

const QUALITY = 0.92;
const MAX_SIDE = 2400;

export function CropDialog({ photo, onClose, onCut }: Props) {
  const { i18n } = useLingui();
  const [cut, setCut] = useState<Cut>(WHOLE);
  const image = useImage(photo.shown);
  const save = async () => {
    if (!image) return;
    const blob = await drawCut(image, cut);
    if (blob) onCut(blob);
    onClose();
  };
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button disabled={!image} onClick={() => void save()}>
        {i18n.t("Crop")}
      </Button>
    </>
  );
  const shapes: { value: Shape; label: string }[] = [
    { value: "portrait", label: i18n.t("4:5") },
    { value: "square", label: i18n.t("Square") },
    { value: "free", label: i18n.t("Free") },
  ];
  return (
    <Dialog open title={i18n.t("Crop photograph")} onClose={onClose} actions={actions}>
      <Stage image={image} cut={cut} onMove={(x, y) => setCut({ ...cut, x, y })} />
      <Segments
        label={i18n.t("Shape")}
        value={cut.shape}
        choices={shapes}
        onChange={(shape) => setCut({ ...WHOLE, shape })}
      />
      <div>
        {cut.shape === "free" ? (
          <>
            <Line label={i18n.t("Width")} field="width" min={10} cut={cut} onChange={setCut} />
            <Line label={i18n.t("Height")} field="height" min={10} cut={cut} onChange={setCut} />
          </>
        ) : (
          <Line label={i18n.t("Zoom")} field="zoom" min={100} max={300} cut={cut} onChange={setCut} />
        )}
        <Line label={i18n.t("Left to right")} field="x" cut={cut} onChange={setCut} />
        <Line label={i18n.t("Top to bottom")} field="y" cut={cut} onChange={setCut} />
      </div>
    </Dialog>
  );
}

interface LineProps {
  label: string;
  field: "zoom" | "width" | "height" | "x" | "y";
  min?: number;
  max?: number;
  cut: Cut;
  onChange: (cut: Cut) => void;
}

function Line({ label, field, min = 0, max = 100, cut, onChange }: LineProps) {
  return (
    <div className="grid grid-cols-[110px_1fr_48px] items-center gap-3 text-small">
      <span aria-hidden="true">{label}</span>
      <Slider
        label={label}
        min={min}
        max={max}
        value={cut[field]}
        valueText={`${cut[field]}%`}
        onChange={(value) => onChange({ ...cut, [field]: value })}
      />
      <span className="text-right text-ink-2">{cut[field]}%</span>
    </div>
  );
}

function Stage({
  image,
  cut,
  onMove,
}: {
  image: HTMLImageElement | null;
  cut: Cut;
  onMove: (x: number, y: number) => void;
}) {
  const { i18n } = useLingui();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const board = canvas.current;
    const pen = board?.getContext("2d");
    if (!image || !board || !pen) return;
    const scale = Math.min(1, 480 / image.naturalWidth, 300 / image.naturalHeight);
    board.width = Math.round(image.naturalWidth * scale);
    board.height = Math.round(image.naturalHeight * scale);
    const kept = keptPart(board, cut);
    pen.drawImage(image, 0, 0, board.width, board.height);
    pen.fillStyle = "rgb(10 20 16 / 0.62)";
    pen.fillRect(0, 0, board.width, board.height);
    const part = [kept.left, kept.top, kept.width, kept.height] as const;
    pen.drawImage(image, ...(part.map((edge) => edge / scale) as [number, number, number, number]), ...part);
    pen.strokeStyle = "white";
    pen.strokeRect(...part);
  }, [image, cut]);
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    const percent = (at: number) => Math.round(Math.min(100, Math.max(0, at * 100)));
    onMove(percent((event.clientX - box.left) / box.width), percent((event.clientY - box.top) / box.height));
  };
  return (
    <div className="grid min-h-60 place-items-center bg-wash">
      <canvas
        ref={canvas}
        role="img"
        aria-label={i18n.t("The part that is kept")}
        onPointerDown={drag}
        onPointerMove={drag}
        className="max-w-full touch-none cursor-move"
      />
    </div>
  );
}

function useImage(address: string): HTMLImageElement | null {
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  useEffect(() => {
    const loading = new Image();
    loading.onload = () => setImage(loading);
    loading.src = address;
  }, [address]);
  return image;
}

function drawCut(image: HTMLImageElement, cut: Cut): Promise<Blob | null> {
  const part = keptPart({ width: image.naturalWidth, height: image.naturalHeight }, cut);
  const scale = Math.min(1, MAX_SIDE / Math.max(part.width, part.height));
  const board = document.createElement("canvas");
  board.width = Math.round(part.width * scale);
  board.height = Math.round(part.height * scale);
  const pen = board.getContext("2d");
  pen?.drawImage(image, part.left, part.top, part.width, part.height, 0, 0, board.width, board.height);
  return new Promise((done) => board.toBlob(done, "image/jpeg", QUALITY));
}
