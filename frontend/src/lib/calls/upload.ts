/** fetch cannot report upload progress. */

import { defaultPathSerializer } from "openapi-fetch";
import { readToken } from "@/lib/session/token";
import { freshToken } from "./api-client";
import type { Answer, UploadParameters, UploadPath } from "./call-api";
import { Refusal, refusalFrom } from "./refusal";

type Progress = (percent: number) => void;

interface Transfer {
  onProgress: Progress;
  signal?: AbortSignal;
}
type Upload<P extends UploadPath> = Transfer & UploadParameters<P>;

export function uploadImage<P extends UploadPath>(path: P, upload: Upload<P> & { file: Blob }) {
  const body = new FormData();
  body.append("image", upload.file);
  return uploadForm(path, { ...upload, body });
}

export async function uploadForm<P extends UploadPath>(
  path: P,
  upload: Upload<P> & { body: FormData },
): Promise<Answer<"POST", P>> {
  const address = defaultPathSerializer(path, upload.path ?? {});
  const first = readToken();
  const response = await sendForm(address, first, upload);
  if (response.status !== 401) return readResponse(response);
  const token = await freshToken(first);
  return readResponse(token ? await sendForm(address, token, upload) : response);
}

function sendForm(
  address: string,
  token: string | null,
  { body, onProgress, signal }: Transfer & { body: FormData },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    if (token) request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? Math.round((100 * loaded) / total) : 0);
    request.onload = () => {
      const retryAfter = request.getResponseHeader("Retry-After");
      const headers = new Headers(retryAfter ? { "Retry-After": retryAfter } : {});
      resolve(new Response(request.responseText, { status: request.status, statusText: request.statusText, headers }));
    };
    request.onerror = () => reject(new Refusal(0, "network", "network"));
    request.onabort = () => reject(new Refusal(0, "cancelled", "cancelled"));
    signal?.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}

async function readResponse<T>(response: Response): Promise<T> {
  const text = await response.text();
  const body = parseJson(text);
  if (!response.ok) throw refusalFrom(response, body ?? text);
  return body as T;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
