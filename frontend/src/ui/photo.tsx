/** A photograph on reserved ground; one that is missing or fails leaves the outlined bottle. */
import { type ComponentProps, type ReactNode, useState } from "react";
import { cn } from "./class-names";

interface Props {
  src: string | null | undefined;
  alt: string;
  ratio?: string;
  eager?: boolean;
  className?: string;
  children?: ReactNode;
}

export function Photo({ src, alt, ratio = "aspect-[4/5]", eager, className, children }: Props) {
  return (
    <span className={cn("relative block overflow-hidden rounded-1 bg-wash", ratio, className)}>
      <BlankBottle />
      {src && (
        <SafeImage
          src={src}
          alt={alt}
          loading={eager ? "eager" : "lazy"}
          fetchPriority={eager ? "high" : undefined}
          className="relative size-full object-cover"
        />
      )}
      {children}
    </span>
  );
}

/** An image that takes itself away when it cannot be loaded. */
export function SafeImage({ alt, src, ...rest }: ComponentProps<"img">) {
  const [failed, setFailed] = useState<string | undefined>();
  if (failed === src) return null;
  return <img alt={alt} src={src} decoding="async" onError={() => setFailed(src)} {...rest} />;
}

function BlankBottle() {
  return (
    <svg
      className="absolute inset-0 size-full text-edge"
      viewBox="0 0 80 100"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <g fill="none" stroke="currentColor" strokeWidth=".6">
        <path d="M34 26h12v9H34zM37 35h6v4h-6z" />
        <path d="M27 45a6 6 0 0 1 6-6h14a6 6 0 0 1 6 6v27a4 4 0 0 1-4 4H31a4 4 0 0 1-4-4z" />
      </g>
    </svg>
  );
}
