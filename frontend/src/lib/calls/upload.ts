/** A file sent with its progress told; fetch cannot tell how much has left. */

import { readToken } from "@/lib/session/token";
import { freshToken } from "./api-client";
import { Refusal, refusalFrom } from "./refusal";

type Progress = (percent: number) => void;

/** Sends `file` as the part `image`; a spent session is renewed once. */
export async function uploadImage<T>(path: string, file: Blob, onProgress: Progress): Promise<T> {
  const first = readToken();
  const response = await send(path, file, first, onProgress);
  if (response.status !== 401) return read(response);
  const token = await freshToken(first);
  return read(token ? await send(path, file, token, onProgress) : response);
}

function send(path: string, file: Blob, token: string | null, onProgress: Progress): Promise<Response> {
  const body = new FormData();
  body.append("image", file);
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
    request.send(body);
  });
}

async function read<T>(response: Response): Promise<T> {
  const text = await response.text();
  const body = parsed(text);
  if (!response.ok) throw refusalFrom(response, body ?? text);
  return body as T;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
