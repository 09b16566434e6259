/** What one is told of: every kind, kept as its switch is pressed; the seller's kinds alone with Save Changes. */
import { useLingui } from "@lingui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { messageFor } from "@/lib/messages";
import type { User } from "@/lib/session";
import { keepWishes, useWish, type Wish, type Wishes, wishesQuery } from "@/lib/wishes";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { Skeleton } from "@/ui/skeleton";
import { showToast } from "@/ui/toast-store";
import { buyingKinds, sellingKinds } from "./kinds";
import { Switches } from "./switches";

interface Props {
  user: User;
  /** At the seller's desk: what concerns selling only. */
  selling?: boolean;
}

export function NoticeChoices({ user, selling = false }: Props) {
  const { i18n } = useLingui();
  const { data, error, isFetching, refetch } = useQuery(wishesQuery(user.id));
  if (data) return selling ? <KeptOnSave user={user} wishes={data} /> : <KeptAtOnce user={user} wishes={data} />;
  if (error) {
    return (
      <Notice tone="bad" role="alert" fact={i18n.t("Your notifications did not load.")}>
        <p className="mb-2.5">{messageFor(error).text}</p>
        <Button tone="line" size="small" busy={isFetching} onClick={() => void refetch()}>
          {i18n.t("Retry")}
        </Button>
      </Notice>
    );
  }
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{i18n.t("Loading")}</span>
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
    </div>
  );
}

interface Known {
  user: User;
  wishes: Wishes;
}

function KeptAtOnce({ user, wishes }: Known) {
  const { i18n } = useLingui();
  const { mutate } = useWish(user.id);
  const onError = useNotSaved();
  const groups = user.isSeller ? [...buyingKinds(i18n), sellingKinds(i18n)] : buyingKinds(i18n);
  return <Switches groups={groups} wishes={wishes} onChoose={(kind, wish) => mutate({ kind, wish }, { onError })} />;
}

/** Only what was changed here is sent: the other kinds may be chosen elsewhere meanwhile. */
function KeptOnSave({ user, wishes }: Known) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const [changed, setChanged] = useState<Wishes>({});
  const keep = useMutation({ mutationFn: () => keepWishes(user.id, changed) });
  const onError = useNotSaved();
  const choose = (kind: string, wish: Wish) => setChanged((before) => ({ ...before, [kind]: wish }));
  const save = (event: FormEvent) => {
    event.preventDefault();
    const onSuccess = (kept: Wishes) => {
      client.setQueryData(wishesQuery(user.id).queryKey, kept);
      setChanged({});
      showToast({ title: i18n.t("Settings saved"), tone: "good" });
    };
    keep.mutate(undefined, { onSuccess, onError });
  };
  return (
    <form onSubmit={save} className="grid gap-4">
      <Switches groups={[sellingKinds(i18n)]} wishes={{ ...wishes, ...changed }} onChoose={choose} />
      <Button type="submit" busy={keep.isPending} className="justify-self-start">
        {i18n.t("Save Changes")}
      </Button>
    </form>
  );
}

function useNotSaved() {
  const { i18n } = useLingui();
  return (error: Error) =>
    void showToast({ title: i18n.t("Error saving settings"), text: messageFor(error).text, tone: "bad" });
}
