import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";

export interface Link {
  token: string | null;
  refreshToken: string | null;
  type: string | null;
  trouble: string | null;
  redirect: string | null;
}

interface Address {
  pathname: string;
  search: string;
  hash: string;
}

const SECRET_PLACES = /^\/(auth[/-]verify|(verify|undo)-email|reset-password|auth-callback)$/;
let takenLink: (Link & { pathname: string }) | null = null;

/** The fragment comes first, because it never reaches a server. */
export function readLink({ search, hash }: Omit<Address, "pathname">): Link {
  const [fragment, query] = [new URLSearchParams(hash.slice(1)), new URLSearchParams(search)];
  const read = (name: string) => fragment.get(name) || query.get(name) || null;
  return {
    token: read("access_token") ?? read("token"),
    refreshToken: read("refresh_token"),
    type: read("type"),
    trouble: read("error") ?? read("error_description"),
    redirect: read("redirect"),
  };
}

/** Call before the first screen: no later request, history entry or referrer contains the token. */
export function takeLink(): void {
  const { pathname, search, hash } = window.location;
  if (!SECRET_PLACES.test(pathname) || !(search || hash)) return;
  takenLink = { ...readLink({ search, hash }), pathname };
  window.history.replaceState(window.history.state, "", pathname);
}

export function useLink(): Link {
  const location = useLocation();
  const navigate = useNavigate();
  const [link] = useState(() => (takenLink?.pathname === location.pathname ? takenLink : readLink(location)));
  useEffect(() => {
    if (location.search || location.hash) navigate(location.pathname, { replace: true });
  }, [location, navigate]);
  useEffect(
    () => () => {
      takenLink = null;
    },
    [],
  );
  return link;
}
