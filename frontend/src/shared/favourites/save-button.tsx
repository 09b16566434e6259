import { useLingui } from "@lingui/react";
import { Heart } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { cn } from "@/ui/class-names";
import { useFavourite } from "./use-favourite";

const SignInFirst = lazy(async () => ({ default: (await import("@/shared/session/sign-in-first")).SignInFirst }));

interface Props {
  product: { id: number; name: string; sellerId: number };
  large?: boolean;
  inline?: boolean;
  promise?: string;
  className?: string;
}

export function SaveButton({ product, large, inline, promise, className }: Props) {
  const { i18n } = useLingui();
  const { kept: isSaved, isGuest, userId, toggle } = useFavourite(product.id);
  const [isSignInOpen, setSignInOpen] = useState(false);
  if (userId === product.sellerId) return null;
  const { name } = product;
  return (
    <>
      <button
        type="button"
        aria-pressed={isSaved}
        aria-label={i18n.t("Save {name} to favorites", { name })}
        onClick={() => (isGuest ? setSignInOpen(true) : toggle())}
        className={cn(
          "grid size-11 place-items-center rounded-1",
          inline ? "hover:bg-wash" : "absolute top-0 right-0 z-2",
          large && "top-2 right-2",
          className,
        )}
      >
        <span
          className={cn(
            "grid place-items-center rounded-1 text-ink",
            !inline && "bg-surface",
            large ? "size-11" : "size-8",
          )}
        >
          <Heart size={20} strokeWidth={1.5} aria-hidden="true" className={cn(isSaved && "fill-current")} />
        </span>
      </button>
      {isSignInOpen && (
        <Suspense>
          <SignInFirst name={name} promise={promise} onClose={() => setSignInOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
