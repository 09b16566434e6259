/** The browser of the tests: CHROMIUM_PATH, else an installed one, else the npm package, which needs no root. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

export interface Chromium {
  path: string;
  args: string[];
}

export async function findChromium(): Promise<Chromium> {
  const installed = process.env.CHROMIUM_PATH ?? onPath();
  if (installed) return { path: installed, args: ["--no-sandbox"] };
  // The package unpacks the libraries it needs only where it believes to run as a function.
  process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs20.x";
  const { default: packaged } = await import("@sparticuz/chromium");
  const path = await packaged.executablePath();
  const needless = ["--single-process", "--no-zygote", "--headless='shell'"];
  return { path, args: packaged.args.filter((arg) => !needless.includes(arg)) };
}

const PRETENDED_GPU = /^--(in-process-gpu|ignore-gpu-blocklist|enable-unsafe-swiftshader|use-(gl|angle)=.*)$/;

/** Where no graphics card is, pages are drawn directly: a pretended one takes more time than all that is tested. */
export function drawnDirectly(args: string[]): string[] {
  return [...args.filter((arg) => !PRETENDED_GPU.test(arg)), "--disable-gpu"];
}

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(canRun);
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
