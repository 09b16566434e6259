/** Gives the seller a table as a file; a failure is shown. */
import { i18n } from "@lingui/core";
import { failedAs } from "@/lib/calls/commands";
import { showToast } from "@/ui/toast-store";

export async function saveTable(name: string, fetch: () => Promise<string>): Promise<void> {
  try {
    const address = URL.createObjectURL(new Blob([await fetch()], { type: "text/csv" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch (error) {
    showToast({ ...failedAs(i18n.t("The file could not be made"), error), tone: "bad" });
  }
}
