import type { paths } from "@/generated/api";
import { api } from "./api-client";
import { asRefusal, Refusal, refusalFrom } from "./refusal";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type PathFor<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<Lowercase<M>, object> ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends PathFor<M>> = paths[P][Lowercase<M> & keyof paths[P]];

type Parameters<O, Place extends string> = O extends { parameters: { [K in Place]?: infer Values } }
  ? Exclude<Values, undefined>
  : never;

type Body<O> = O extends { requestBody: { content: infer Content } }
  ? Content extends { "multipart/form-data": unknown }
    ? FormData
    : Content[keyof Content]
  : never;

/** Required if one of its values is, and forbidden if the contract has none. */
type Option<Name extends string, Values> = [Values] extends [never]
  ? { [K in Name]?: never }
  : Record<string, never> extends Values
    ? { [K in Name]?: Values }
    : { [K in Name]: Values };

type OptionsOf<O, F extends Format> = O extends unknown
  ? Option<"path", Parameters<O, "path">> &
      Option<"query", Parameters<O, "query">> &
      Option<"headers", Parameters<O, "header">> &
      Option<"body", Body<O>> & { parseAs?: F }
  : never;

type Arguments<Options> = Record<string, never> extends Options ? [options?: Options] : [options: Options];

type AnswerOf<O> = O extends { responses: infer Responses }
  ? ContentOf<Responses[keyof Responses & (200 | 201 | 202 | 204)]>
  : never;

type ContentOf<Success> = Success extends { content: infer Content } ? Content[keyof Content] : undefined;

interface Parsed<Json> {
  json: Json;
  text: string;
  blob: Blob;
}
type Format = keyof Parsed<unknown>;

export type Query<M extends Method, P extends PathFor<M>> = Parameters<Operation<M, P>, "query">;
export type Answer<M extends Method, P extends PathFor<M>> = AnswerOf<Operation<M, P>>;

export type UploadPath = {
  [P in PathFor<"POST">]: Body<Operation<"POST", P>> extends FormData ? P : never;
}[PathFor<"POST">];
export type UploadParameters<P extends UploadPath> = Option<"path", Parameters<Operation<"POST", P>, "path">>;

/** The path, what is sent and what is returned are checked against the contract. */
export async function callApi<M extends Method, P extends PathFor<M>, F extends Format = "json">(
  method: M,
  path: P,
  ...[options]: Arguments<OptionsOf<Operation<M, P>, F>>
): Promise<Parsed<Answer<M, P>>[F]> {
  const { data } = await sendCall(method, path, options);
  return data as Parsed<Answer<M, P>>[F];
}

export async function callApiWithHeaders<M extends Method, P extends PathFor<M>>(
  method: M,
  path: P,
  ...[options]: Arguments<OptionsOf<Operation<M, P>, "json">>
): Promise<{ data: Answer<M, P>; headers: Headers }> {
  const { data, headers } = await sendCall(method, path, options);
  return { data: data as Answer<M, P>, headers };
}

/** For a path that is known only at runtime. */
export const callUncheckedPath = async (path: string): Promise<unknown> => (await sendCall("GET", path)).data;

/** Null for a 401. Other errors are thrown. */
export const nullWhenSignedOut = <T>(call: Promise<T>): Promise<T | null> => nullForStatus(401, call);

/** Null for a 404. Other errors are thrown. */
export const nullWhenMissing = <T>(call: Promise<T>): Promise<T | null> => nullForStatus(404, call);

interface Answered {
  data?: unknown;
  error?: unknown;
  response: Response;
}

const request = api.request as unknown as (method: Method, path: string, init: object) => Promise<Answered>;

async function sendCall(
  method: Method,
  address: string,
  { path, query, ...init }: { path?: unknown; query?: unknown } = {},
): Promise<{ data: unknown; headers: Headers }> {
  const call = request(method, address, { params: { path, query }, ...init });
  const { data, error, response } = await call.catch((reason) => {
    throw asRefusal(reason);
  });
  if (!response.ok) throw refusalFrom(response, error);
  return { data, headers: response.headers };
}

async function nullForStatus<T>(status: number, call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Refusal && error.status === status) return null;
    throw error;
  }
}
