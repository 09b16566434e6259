export interface Picture {
  imageUrl: string;
  imageOrder?: number;
  kind?: string | null;
  width?: number | null;
  height?: number | null;
  /** A tiny picture as a data address, shown until the real one is here. */
  blur?: string | null;
  sizes?: number[] | null;
}

interface WithPhotos {
  imageUrl: string | null;
  images: Picture[];
}

/** The one marked as first, else the first there is; without any, the product's own address. */
export function picturesOf({ imageUrl, images }: WithPhotos): Picture[] {
  const main = images.find(({ imageOrder }) => imageOrder === 0) ?? images[0];
  if (!main) return imageUrl ? [{ imageUrl }] : [];
  const others = images.filter((image) => image !== main);
  const ordered = [main, ...others.sort((a, b) => (a.imageOrder ?? 0) - (b.imageOrder ?? 0))];
  return ordered.filter((one, place) => ordered.findIndex(({ imageUrl: url }) => url === one.imageUrl) === place);
}

export function coverPictureOf(product: WithPhotos): Picture | null {
  return picturesOf(product)[0] ?? null;
}

export function photosOf(product: WithPhotos): string[] {
  return picturesOf(product).map(({ imageUrl }) => imageUrl);
}

export function coverOf(product: WithPhotos): string | null {
  return photosOf(product)[0] ?? null;
}

/** Every size with its true width; the server never enlarges, so the sizes above the original are left out. */
export function srcSetOf({ imageUrl, width, height, sizes }: Picture): string | undefined {
  if (!width || !height || !sizes?.length || !imageUrl.startsWith("/api/images/")) return undefined;
  const longest = Math.max(width, height);
  const smaller = sizes.filter((size) => size < longest);
  const largest = sizes.find((size) => size >= longest) ?? sizes[sizes.length - 1];
  const kept = [...new Set([...smaller, largest ?? longest])];
  const widthAt = (size: number) => Math.round((width * Math.min(size, longest)) / longest);
  return kept.map((size) => `${imageUrl}-${size} ${widthAt(size)}w`).join(", ");
}

/** The address of the size that is nearest above `side`, for places that show one size only. */
export function sized(picture: Picture | null, side: number): string | null {
  if (!picture) return null;
  const fit = picture.imageUrl.startsWith("/api/images/") && picture.sizes?.find((size) => size >= side);
  return fit ? `${picture.imageUrl}-${fit}` : picture.imageUrl;
}
