import { AppealDialog } from "./appeal-dialog";
import { BoostDialog } from "./boost-dialog";
import { BulkDialog } from "./bulk-dialog";
import { DeleteDialog } from "./delete-dialog";
import { ImportDialog } from "./import-dialog";
import { TypeChooser } from "./type-chooser";
import type { useRowActions } from "./use-row-actions";
import type { useSelection } from "./use-selection";
import { WatchersDialog } from "./watchers-dialog";

interface Props {
  rowActions: ReturnType<typeof useRowActions>;
  selection: ReturnType<typeof useSelection>;
}

export function DashboardDialogs({ rowActions, selection }: Props) {
  const { open, setOpen, actions } = rowActions;
  const close = () => setOpen(null);
  switch (open?.what) {
    case "type":
      return <TypeChooser onClose={close} />;
    case "import":
      return <ImportDialog onClose={close} />;
    case "boost":
      return <BoostDialog ids={selection.boostable.map(({ id }) => id)} onClose={close} />;
    case "delete":
      return (
        <DeleteDialog
          listing={open.listing}
          busy={actions.remove.isPending}
          onClose={close}
          onDelete={() => rowActions.remove(open.listing)}
        />
      );
    case "appeal":
      return (
        <AppealDialog
          listing={open.listing}
          busy={actions.appeal.isPending}
          onClose={close}
          onSend={(words) => rowActions.appeal(open.listing, words)}
        />
      );
    case "offer":
      return <WatchersDialog listing={open.listing} onClose={close} onSent={() => rowActions.offered(open.listing)} />;
    case "bulk": {
      const ids = open.listings.map(({ id }) => id);
      return (
        <BulkDialog
          action={open.action}
          listings={open.listings}
          busy={actions.bulk.isPending}
          outcome={actions.bulk.data ?? null}
          onClose={() => {
            if (actions.bulk.data) selection.clear();
            close();
          }}
          onApply={(percent) => rowActions.bulk(open.key, open.action, ids, percent)}
        />
      );
    }
    default:
      return null;
  }
}
