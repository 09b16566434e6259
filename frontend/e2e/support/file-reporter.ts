import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from "@playwright/test/reporter";

const folder = process.env.WANGI_WALKS ?? ".";

export default class Ended implements Reporter {
  private readonly left = new Map<string, number>();
  private readonly failures = new Map<string, string[]>();

  onBegin(_: FullConfig, suite: Suite): void {
    for (const { location } of suite.allTests()) this.left.set(location.file, (this.left.get(location.file) ?? 0) + 1);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const { file } = test.location;
    const errors = result.errors.map((error) => error.stack ?? error.message ?? "failed without a word");
    if (!test.ok()) {
      this.failures.set(file, [...(this.failures.get(file) ?? []), ...pagesOf(result), test.title, ...errors]);
    }
    const left = (this.left.get(file) ?? 1) - 1;
    this.left.set(file, left);
    if (left > 0) return;
    const failures = this.failures.get(file) ?? [];
    writeFileSync(join(folder, `${basename(file)}.txt`), failures.join("\n"));
    process.stdout.write(`${basename(file)} ${failures.length > 0 ? 1 : 0}\n`);
  }

  printsToStdio(): boolean {
    return true;
  }
}

/** What the pages showed when the test failed. */
function pagesOf({ attachments }: TestResult): string[] {
  return attachments
    .filter(({ name, path }) => name === "error-context" && path)
    .map(({ path }) => readFileSync(path as string, "utf8"));
}
