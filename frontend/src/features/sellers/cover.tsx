import { Photo, SafeImage } from "@/ui/photo";

const PLACES = 7;

export function Cover({ cover, photos }: { cover: string | null; photos: string[] }) {
  if (cover) {
    return (
      <div className="h-33 overflow-hidden bg-room md:h-55">
        <SafeImage src={cover} alt="" className="size-full object-cover object-[50%_56%]" />
      </div>
    );
  }
  const shelf = photos.slice(0, PLACES);
  if (shelf.length === 0) return <div className="h-20 bg-wash md:h-28" />;
  return (
    <div aria-hidden="true" className="flex h-33 overflow-hidden md:h-55">
      {shelf.map((photo) => (
        <Photo
          key={photo}
          src={photo}
          alt=""
          ratio="aspect-auto"
          className="h-full flex-1 rounded-none max-md:[&:nth-child(n+4)]:hidden"
        />
      ))}
    </div>
  );
}
