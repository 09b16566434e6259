import { type RefObject, useEffect, useState } from "react";
import type { CardAuction } from "./card-frames";

export function useLiveAuction<P extends { auction: CardAuction | null }>(
  product: P,
  card: RefObject<Element | null>,
): P {
  const fetched = product.auction;
  const [update, setUpdate] = useState<{ base: CardAuction; auction: CardAuction } | null>(null);
  const id = fetched?.status === "active" ? fetched.id : null;
  useEffect(() => {
    if (id === null || !fetched) return;
    let shown = fetched;
    const show = (auction: CardAuction) => {
      shown = auction;
      setUpdate({ base: fetched, auction });
    };
    return whileInView(card.current, () => followAuction(shown, show));
  }, [id, fetched, card]);
  return update && update.base === fetched ? { ...product, auction: update.auction } : product;
}

function followAuction(from: CardAuction, show: (auction: CardAuction) => void): () => void {
  let leave: (() => void) | undefined;
  let gone = false;
  void import("./follow-room").then(({ followRoom }) => {
    if (!gone) leave = followRoom(from, show);
  });
  return () => {
    gone = true;
    leave?.();
  };
}

function whileInView(element: Element | null, start: () => () => void): () => void {
  if (!element || typeof IntersectionObserver === "undefined") return start();
  let stop: (() => void) | undefined;
  const observer = new IntersectionObserver(([entry]) => {
    if (entry?.isIntersecting) stop ??= start();
    else {
      stop?.();
      stop = undefined;
    }
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    stop?.();
  };
}
