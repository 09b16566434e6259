import { useLingui } from "@lingui/react";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { BottleGlass } from "@/shared/listings/bottle";
import { Button } from "@/ui/button";
import { Drawing } from "@/ui/drawings";
import { Link } from "@/ui/link";
import { ConfirmSignIn } from "./confirm-sign-in";
import type { Verification } from "./use-verification";

interface Done {
  title: string;
  text: string;
  button: string;
  to: string;
  afterMs: number;
}

interface Props {
  token: string | null;
  outcome: Verification;
  done: Done;
  back: { words: string; to: string };
  again?: string;
}

export function VerifyView({ token, outcome, done, back, again }: Props) {
  if (outcome.state === "working") return <Working />;
  if (outcome.confirm) return <ConfirmSignIn token={token} onConfirm={outcome.confirm} />;
  if (outcome.state === "done") return <Verified {...done} />;
  return <Failed outcome={outcome} back={back} again={again} />;
}

function Working() {
  const { i18n } = useLingui();
  return (
    <div role="status" className="grid justify-items-start gap-5">
      <span className="animate-wait">
        <BottleGlass percent={46} height={96} juice="ambar" />
      </span>
      <h1 className="text-h2">{i18n.t("Verifying your email address...")}</h1>
      <p className="text-ink-2">{i18n.t("This takes a second or two.")}</p>
    </div>
  );
}

function Verified({ title, text, button, to, afterMs }: Done) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(to, { replace: true }), afterMs);
    return () => clearTimeout(timer);
  }, [navigate, to, afterMs]);
  return (
    <div role="status" className="grid justify-items-start gap-5">
      <BottleGlass percent={100} height={96} />
      <h1 className="text-h2">{title}</h1>
      <p className="text-ink-2">{text}</p>
      <Button asChild>
        <Link to={to} replace>
          {button}
        </Link>
      </Button>
    </div>
  );
}

function Failed({ outcome: { message, retry }, back, again }: Omit<Props, "done" | "token">) {
  const { i18n } = useLingui();
  return (
    <div role="alert" className="grid justify-items-start gap-5">
      <Drawing name="tipped" />
      <h1 className="text-h2">{i18n.t("Verification failed")}</h1>
      <p className="text-ink-2">{message}</p>
      <div className="flex flex-wrap gap-3">
        <Button asChild>
          <Link to={back.to}>{back.words}</Link>
        </Button>
        {retry && (
          <Button tone="line" onClick={retry}>
            {i18n.t("Retry")}
          </Button>
        )}
        {!retry && again && (
          <Button asChild tone="line">
            <Link to={again}>{i18n.t("Send a new link")}</Link>
          </Button>
        )}
      </div>
    </div>
  );
}
