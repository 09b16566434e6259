import { useLingui } from "@lingui/react";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { idempotencyKey } from "@/lib/calls/commands";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { translateSentence } from "@/lib/i18n/server-sentences";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { Dialog } from "@/ui/dialog";
import { FieldError } from "@/ui/field";
import { largeIcon } from "@/ui/icon";
import { Notice } from "@/ui/notice";
import { SaveTableButton } from "@/ui/save-table-button";
import { fetchTable, type ImportReport, type ImportRow, useListingActions } from "../api";

const MAX_BYTES = 1024 * 1024;

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { i18n } = useLingui();
  const { importFile } = useListingActions();
  const [chosen, setChosen] = useState<{ file: File; key: string } | null>(null);
  const [wrong, setWrong] = useState<string>();
  const report = importFile.data;
  const done = report !== undefined && importFile.variables?.key !== undefined;
  const good = report?.rows.filter(({ ok }) => ok).length ?? 0;
  const checkFile = (file: File) => {
    const tooLarge = file.size > MAX_BYTES;
    setWrong(tooLarge ? i18n.t("File too large. A table may have 1 MB.") : undefined);
    if (tooLarge) return;
    setChosen({ file, key: idempotencyKey() });
    importFile.mutate({ file }, { onError: (error) => setWrong(messageFor(error).text) });
  };
  const importChosen = () => {
    if (chosen) importFile.mutate(chosen, { onError: (error) => setWrong(messageFor(error).text) });
  };
  const actions = done ? (
    <Button onClick={onClose}>{i18n.t("Done")}</Button>
  ) : (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button busy={importFile.isPending} disabled={good === 0} onClick={importChosen}>
        {i18n.t("{good, plural, one {Import # product} other {Import # products}}", { good })}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("Import products")} onClose={onClose} actions={actions}>
      {!done && <Chooser name={chosen?.file.name} error={wrong} onFile={checkFile} />}
      <div role="status">{report && <Report report={report} done={done} />}</div>
    </Dialog>
  );
}

function Chooser({ name, error, onFile }: { name?: string; error?: string; onFile: (file: File) => void }) {
  const { i18n } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  return (
    <div className="grid gap-2">
      <button
        type="button"
        aria-describedby={error ? "import-error" : "import-hint"}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const dropped = event.dataTransfer.files[0];
          if (dropped) onFile(dropped);
        }}
        className={cn(
          "grid min-h-28 w-full place-content-center justify-items-center gap-2 rounded-1 border border-dashed border-edge font-semibold hover:border-ink hover:bg-wash",
          over && "border-ink bg-wash",
        )}
      >
        <FileUp {...largeIcon} />
        {name ?? i18n.t("Choose a CSV file, or drop it here")}
      </button>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        tabIndex={-1}
        aria-label={i18n.t("CSV file")}
        className="sr-only"
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          if (chosen) onFile(chosen);
          target.value = "";
        }}
      />
      <FieldError id="import-error">{error}</FieldError>
      <p id="import-hint" className="text-meta text-ink-3">
        {i18n.t("Up to 500 lines and 1 MB. Nothing is listed before you have seen what each line gives.")}
      </p>
      <SaveTableButton
        quiet
        name="wangi-template"
        label={i18n.t("Download the template")}
        fetch={() => fetchTable("import/template.csv")}
      />
    </div>
  );
}

function Report({ report, done }: { report: ImportReport; done: boolean }) {
  const { i18n } = useLingui();
  const good = report.rows.filter(({ ok }) => ok).length;
  const bad = report.rows.length - good;
  const title = done
    ? i18n.t("{created, plural, one {# product created} other {# products created}}", { created: report.created })
    : i18n.t("{good} of {total} lines can be listed.", { good, total: report.rows.length });
  return (
    <div className="grid gap-3">
      <Notice tone={bad > 0 ? "warn" : "good"} title={title}>
        {bad > 0 && !done && i18n.t("The others are left out.")}
      </Notice>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard */}
      <section tabIndex={0} aria-label={i18n.t("Lines of the file")} className="max-h-64 overflow-y-auto text-small">
        <ol>
          {report.rows.map((row) => (
            <Line key={row.line} row={row} />
          ))}
        </ol>
      </section>
    </div>
  );
}

function Line({ row: { line, name, ok, errors } }: { row: ImportRow }) {
  const { i18n } = useLingui();
  return (
    <li className="grid grid-cols-[64px_1fr] gap-3 border-b border-line py-2">
      <span className="text-ink-3">{i18n.t("Line {line}", { line })}</span>
      <div className="min-w-0">
        <p className="break-words">
          {name || i18n.t("Untitled")}{" "}
          <span className={ok ? "text-pandan" : "text-rosella"}>{ok ? i18n.t("ready") : i18n.t("left out")}</span>
        </p>
        {errors.map(({ field, message }) => (
          <p key={`${field}-${message}`} className="text-rosella">
            {field ? `${field}: ${translateSentence(message)}` : translateSentence(message)}
          </p>
        ))}
      </div>
    </li>
  );
}
