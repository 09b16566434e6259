import { api } from "./api-client";
import { asRefusal, refusalFrom } from "./refusal";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Value = string | number | boolean | null | undefined | (string | number)[];

interface Options {
  query?: Record<string, Value>;
  body?: unknown;
  headers?: Record<string, string>;
  parseAs?: "json" | "text";
  nullWhenSignedOut?: boolean;
}

interface Answered {
  data?: unknown;
  error?: unknown;
  response: Response;
}

const open = api as unknown as Record<Method, (path: string, init: object) => Promise<Answered>>;

export async function callApi<T>(method: Method, path: string, options: Options = {}): Promise<T> {
  return (await callApiWithHeaders<T>(method, path, options)).data;
}

export async function callApiWithHeaders<T>(
  method: Method,
  path: string,
  { query, nullWhenSignedOut, ...init }: Options = {},
): Promise<{ data: T; headers: Headers }> {
  const call = open[method](path, { params: { query }, ...init });
  const { data, error, response } = await call.catch((reason) => {
    throw asRefusal(reason);
  });
  if (response.status === 401 && nullWhenSignedOut) return { data: null as T, headers: response.headers };
  if (!response.ok) throw refusalFrom(response, error);
  return { data: data as T, headers: response.headers };
}
