export interface Picture {
  imageUrl: string;
  imageOrder?: number;
  kind?: string | null;
  width?: number | null;
  height?: number | null;
  blur?: string | null;
  sizes?: number[] | null;
}

interface WithPhotos {
  imageUrl: string | null;
  images: Picture[];
}

export function picturesOf({ imageUrl, images }: WithPhotos): Picture[] {
  const main = images.find(({ imageOrder }) => imageOrder === 0) ?? images[0];
  if (!main) return imageUrl ? [{ imageUrl }] : [];
  const others = images.filter((image) => image !== main);
  const ordered = [main, ...others.sort((a, b) => (a.imageOrder ?? 0) - (b.imageOrder ?? 0))];
  return ordered.filter(
    (picture, place) => ordered.findIndex(({ imageUrl: url }) => url === picture.imageUrl) === place,
  );
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

/** The server never enlarges, so larger sizes are left out. */
export function srcSetOf({ imageUrl, width, height, sizes }: Picture): string | undefined {
  if (!width || !height || !sizes?.length || !imageUrl.startsWith("/api/images/")) return undefined;
  const longest = Math.max(width, height);
  const smaller = sizes.filter((size) => size < longest);
  const largest = sizes.find((size) => size >= longest) ?? sizes[sizes.length - 1];
  const widths = [...new Set([...smaller, largest ?? longest])];
  const widthAt = (size: number) => Math.round((width * Math.min(size, longest)) / longest);
  return widths.map((size) => `${imageUrl}-${size} ${widthAt(size)}w`).join(", ");
}

export function pictureAtSize(picture: Picture | null, side: number): string | null {
  if (!picture) return null;
  const fit = picture.imageUrl.startsWith("/api/images/") && picture.sizes?.find((size) => size >= side);
  return fit ? `${picture.imageUrl}-${fit}` : picture.imageUrl;
}
