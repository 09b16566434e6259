import { Photo } from "@/ui/photo";
import { Skeleton } from "@/ui/skeleton";

export function ListingCardSkeleton({ first }: { first?: boolean }) {
  return (
    <div data-testid="product-skeleton" aria-hidden="true" className="grid content-start gap-2.5">
      {first && import.meta.env.SSR ? <Photo eager alt="" /> : <Skeleton className="aspect-[4/5] h-auto" />}
      <Skeleton className="w-2/5" />
      <Skeleton className="h-5 w-3/4" />
      <Skeleton className="w-1/2" />
      <Skeleton className="mt-2.5 h-5 w-1/3" />
    </div>
  );
}

export function ListingCardSkeletons({ count, className }: { count: number; className: string }) {
  return (
    <div className={className}>
      {Array.from({ length: count }, (_, place) => place).map((place) => (
        <ListingCardSkeleton key={place} first={place === 0} />
      ))}
    </div>
  );
}
