/** fetch cannot report upload progress. */

import { readToken } from "@/lib/session/token";
import { freshToken } from "./api-client";
import { Refusal, refusalFrom } from "./refusal";

type Progress = (percent: number) => void;

export function uploadImage<T>(path: string, file: Blob, onProgress: Progress): Promise<T> {
  const body = new FormData();
  body.append("image", file);
  return uploadForm(path, body, onProgress);
}

export async function uploadForm<T>(
  path: string,
  body: FormData,
  onProgress: Progress,
  signal?: AbortSignal,
): Promise<T> {
  const first = readToken();
  const response = await sendForm(path, body, first, onProgress, signal);
  if (response.status !== 401) return readResponse(response);
  const token = await freshToken(first);
  return readResponse(token ? await sendForm(path, body, token, onProgress, signal) : response);
}

function sendForm(
  path: string,
  body: FormData,
  token: string | null,
  onProgress: Progress,
  signal?: AbortSignal,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
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
