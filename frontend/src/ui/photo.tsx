import { type ComponentProps, type ReactNode, useState } from "react";
import { type Picture, srcSetOf } from "@/lib/pictures";
import { cn } from "./class-names";

interface Props {
  picture?: Picture | null;
  src?: string | null | undefined;
  alt: string;
  ratio?: string;
  sizes?: string;
  eager?: boolean;
  className?: string;
  children?: ReactNode;
}

const IMAGE = "relative size-full object-cover";
const CARD = "(min-width: 1200px) 300px, (min-width: 768px) 31vw, 46vw";

export function Photo({ picture, src, alt, ratio = "aspect-[4/5]", sizes = CARD, eager, className, children }: Props) {
  const address = picture?.imageUrl ?? src;
  const srcSet = picture ? srcSetOf(picture) : undefined;
  return (
    <span className={cn("relative block overflow-hidden rounded-1 bg-wash", ratio, className)}>
      <BlankBottle />
      {!address && eager && import.meta.env.SSR && <FirstPicture sizes={sizes} />}
      {address && (
        <SafeImage
          src={address}
          srcSet={srcSet}
          sizes={srcSet && sizes}
          width={picture?.width ?? undefined}
          height={picture?.height ?? undefined}
          alt={alt}
          loading={eager ? "eager" : "lazy"}
          fetchPriority={eager ? "high" : undefined}
          style={picture?.blur ? { backgroundImage: `url(${picture.blur})` } : undefined}
          className={cn(IMAGE, "bg-cover bg-center")}
        />
      )}
      {children}
    </span>
  );
}

/** Only in the build's drawing: the gateway inserts the first picture here (app/first-screen.tsx). */
function FirstPicture({ sizes }: { sizes: string }) {
  return <img data-first-picture="" alt="" sizes={sizes} fetchPriority="high" decoding="sync" className={IMAGE} />;
}

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
