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
  process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs20.x";
  const { default: packaged } = await import("@sparticuz/chromium");
  const path = await packaged.executablePath();
  const needless = ["--single-process", "--no-zygote", "--headless='shell'"];
  return { path, args: packaged.args.filter((arg) => !needless.includes(arg)) };
}

const PRETENDED_GPU = /^--(in-process-gpu|ignore-gpu-blocklist|enable-unsafe-swiftshader|use-(gl|angle)=.*)$/;

/** Without a graphics card, software rendering of the GPU path is slower than drawing directly. */
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
