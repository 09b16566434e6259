/** The photographs of a product in the seller's order. */

interface WithPhotos {
  imageUrl: string | null;
  images: { imageUrl: string; imageOrder: number }[];
}

export function photosOf({ imageUrl, images }: WithPhotos): string[] {
  const ordered = [...images].sort((a, b) => a.imageOrder - b.imageOrder).map((image) => image.imageUrl);
  return [...new Set(ordered.length > 0 || !imageUrl ? ordered : [imageUrl])];
}

export function coverOf(product: WithPhotos): string | null {
  return photosOf(product)[0] ?? null;
}
