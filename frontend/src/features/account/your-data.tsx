import { useLingui } from "@lingui/react";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { saveFile } from "@/lib/page/save-file";
import type { User } from "@/shared/session/session";
import { Button } from "@/ui/button";
import { smallIcon } from "@/ui/icon";
import { showToast } from "@/ui/toast-store";
import { fetchExport } from "./api";
import { Section } from "./section";

export function YourData({ user }: { user: User }) {
  const { i18n } = useLingui();
  const fetching = useMutation({
    mutationFn: () => fetchExport(user),
    onSuccess: (data) => saveFile(`wangi-${user.username}.json`, data, "application/json"),
    onError: (error) => showToast({ ...messageFor(error), tone: "bad" }),
  });
  return (
    <Section title={i18n.t("Your data")} text={i18n.t("A copy of everything we hold about you, as JSON.")}>
      <Button tone="line" busy={fetching.isPending} onClick={() => fetching.mutate()}>
        {!fetching.isPending && <Download {...smallIcon} />}
        {i18n.t("Download my data")}
      </Button>
    </Section>
  );
}
