import { useLingui } from "@lingui/react";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { usePageTitle } from "@/lib/page/page-title";
import { paths } from "@/shared/navigation/paths";
import { useCurrentUser } from "@/shared/session/session";
import { Spinner } from "@/ui/button";

export function OwnShopPage() {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  const navigate = useNavigate();
  const words = i18n.t("Redirecting to your profile...");
  usePageTitle(words);
  useEffect(() => {
    if (user) navigate(paths.seller(user.id), { replace: true });
  }, [user, navigate]);
  return (
    <div role="status" className="wrap grid min-h-80 content-center justify-items-center gap-4">
      <Spinner className="size-8" />
      <h1 className="text-h1">{words}</h1>
    </div>
  );
}
