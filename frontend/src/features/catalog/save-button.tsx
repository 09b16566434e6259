/** The heart: keeps a bottle, at once; a guest is asked to sign in. */
import { useLingui } from "@lingui/react";
import { Heart } from "lucide-react";
import { useState } from "react";
import { paths } from "@/lib/paths";
import { Link, useLocation } from "@/lib/router";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { Dialog } from "@/ui/dialog";
import { useFavourite } from "./favourites";
import type { Product } from "./types";

interface Props {
  product: Pick<Product, "id" | "name" | "sellerId">;
  large?: boolean;
  className?: string;
}

export function SaveButton({ product, large, className }: Props) {
  const { i18n } = useLingui();
  const { kept, signedIn, userId, toggle } = useFavourite(product.id);
  const [asked, setAsked] = useState(false);
  if (userId === product.sellerId) return null;
  const { name } = product;
  return (
    <>
      <button
        type="button"
        aria-pressed={kept}
        aria-label={i18n.t("Save {name} to favorites", { name })}
        onClick={() => (signedIn ? toggle() : setAsked(true))}
        className={cn(
          "absolute top-0 right-0 z-2 grid size-11 place-items-center rounded-1",
          large && "top-2 right-2",
          className,
        )}
      >
        <span className={cn("grid place-items-center rounded-1 bg-surface text-ink", large ? "size-11" : "size-8")}>
          <Heart size={20} strokeWidth={1.5} aria-hidden="true" className={cn(kept && "fill-current")} />
        </span>
      </button>
      {asked && <SignInFirst name={name} onClose={() => setAsked(false)} />}
    </>
  );
}

export function SignInFirst({ name, onClose }: { name?: string; onClose: () => void }) {
  const { i18n } = useLingui();
  const { pathname, search } = useLocation();
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Not now")}
      </Button>
      <Button asChild>
        <Link to={paths.signIn(pathname + search)}>{i18n.t("Sign In")}</Link>
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("Sign in to save")} onClose={onClose} actions={actions}>
      <p className="text-ink-2">
        {name
          ? i18n.t("We keep {name} for you and tell you when its price drops.", { name })
          : i18n.t("We keep this search for you and tell you when something new matches.")}
      </p>
    </Dialog>
  );
}
