import { useLingui } from "@lingui/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useEffect, useRef } from "react";
import { asRefusal } from "@/lib/calls/refusal";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { canSuggestPasskeys, canUsePasskeys } from "@/shared/session/passkeys";
import { type SignedIn, useEnter } from "@/shared/session/session";
import { Button } from "@/ui/button";
import { icon } from "@/ui/icon";
import { showToast } from "@/ui/toast-store";
import { providersQuery, signInByPasskey } from "./api";

export function OtherWays({ redirect }: { redirect: string }) {
  const { i18n } = useLingui();
  const { data: providers = [] } = useQuery(providersQuery);
  const passkeys = canUsePasskeys();
  if (!passkeys && providers.length === 0) return null;
  return (
    <section aria-label={i18n.t("Other ways to sign in")} className="mt-5 grid gap-3 border-t border-line pt-5">
      {passkeys && <PasskeyButton />}
      {providers.map(({ id, name }) => (
        <Button key={id} asChild tone="line" wide>
          <a
            href={`/api/v1/auth/oidc/${encodeURIComponent(id)}/start?redirect=${encodeURIComponent(redirect)}`}
            onClick={() => sessionStorage.setItem("wangi_provider", name)}
          >
            {i18n.t("Continue with {name}", { name })}
          </a>
        </Button>
      ))}
    </section>
  );
}

function PasskeyButton() {
  const { i18n } = useLingui();
  const enter = useEnter();
  const quiet = useQuietPasskey(enter);
  const ask = useMutation({
    mutationFn: () => {
      quiet.current?.abort();
      return signInByPasskey();
    },
    onSuccess: (signedIn) => signedIn && enter(signedIn),
    onError: (error) =>
      showToast({
        title: i18n.t("Login failed"),
        text: passkeyWords(error, i18n.t("This passkey is not known here.")),
        tone: "bad",
      }),
  });
  return (
    <Button tone="line" wide busy={ask.isPending} onClick={() => ask.mutate()}>
      <KeyRound {...icon} />
      {i18n.t("Sign in with a passkey")}
    </Button>
  );
}

const SIGNS_OF_LIFE = ["pointermove", "pointerdown", "keydown", "focusin"];

function useQuietPasskey(enter: (signedIn: SignedIn) => void) {
  const request = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    request.current = controller;
    const suggest = async () => {
      if (!(await canSuggestPasskeys()) || controller.signal.aborted) return;
      const signedIn = await signInByPasskey(controller.signal);
      if (signedIn) enter(signedIn);
    };
    // Each challenge costs the server a row. The visitor did not ask for it, so failures are silent.
    const begin = () => {
      for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, begin);
      suggest().catch(() => undefined);
    };
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, begin, { signal: controller.signal });
    return () => controller.abort();
  }, [enter]);
  return request;
}

function passkeyWords(error: unknown, unknown: string): string {
  return asRefusal(error).code === "invalid_credentials" ? unknown : messageFor(error).text;
}
