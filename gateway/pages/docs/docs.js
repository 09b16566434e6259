// Draws the merged OpenAPI document as a page; text goes in as text, never as markup.

function make(tag, text, className) {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  return element;
}

/** Words with what stands between backticks as code. */
function prose(text, tag = "p") {
  const element = make(tag);
  for (const [at, part] of text.split("`").entries()) element.append(at % 2 === 0 ? part : make("code", part));
  return element;
}

function shapeOf(schema, document_, depth = 0) {
  if (!schema || depth > 5) return "…";
  if (schema.$ref) return shapeOf(document_.components.schemas[schema.$ref.split("/").pop()], document_, depth + 1);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return choice.map((one) => shapeText(shapeOf(one, document_, depth + 1))).join(" | ");
  if (schema.type === "array") return [shapeOf(schema.items, document_, depth + 1)];
  if (!schema.properties) return schema.format ? `${schema.type} (${schema.format})` : (schema.type ?? "any");
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties);
  return Object.fromEntries(fields.map(([k, v]) => [required.has(k) ? k : `${k}?`, shapeOf(v, document_, depth + 1)]));
}

function shapeText(shape) {
  return typeof shape === "string" ? shape : JSON.stringify(shape);
}

function shapeBlock(title, schema, document_) {
  const block = make("div");
  block.append(make("h4", title), make("pre", JSON.stringify(shapeOf(schema, document_), null, 2)));
  return block;
}

function parameterTable(parameters) {
  const table = make("table");
  for (const parameter of parameters) {
    const row = make("tr");
    const name = make("th", parameter.name + (parameter.required ? "" : "?"));
    name.scope = "row";
    row.append(name, make("td", parameter.in), prose(parameter.description ?? shapeText(shapeOf(parameter.schema)), "td"));
    table.append(row);
  }
  return table;
}

/** Whether a guest may not call it. */
function needsCaller(operation) {
  return operation.security?.every((way) => Object.keys(way).length > 0) ?? false;
}

/** The scope by which a key may call it, if one may. */
function scopeOf(operation) {
  return operation.security?.flatMap((way) => way.apiKey ?? [])[0];
}

/** Who may call it, and by which scope a key may. */
function callersOf(operation) {
  const scope = scopeOf(operation);
  const who = needsCaller(operation) ? "Needs a bearer token." : "Open to guests.";
  return `${who} ${scope ? `API keys: scope ${scope}.` : "Not for API keys."}`;
}

/** The address of a call, with the contract's example for each part of the path and each parameter that it needs. */
function addressOf(path, parameters = []) {
  const written = (one) => encodeURIComponent(one.example);
  const sent = parameters.filter((one) => one.required && one.in === "query");
  const query = sent.map((one) => `${one.name}=${written(one)}`).join("&");
  const named = Object.fromEntries(parameters.filter((one) => one.in === "path").map((one) => [one.name, written(one)]));
  return location.origin + path.replace(/\{(\w+)\}/g, (_, name) => named[name]) + (query && `?${query}`);
}

/** The call as one would type it: with the example of its body, a file for a file, and a key or a token where it needs one. */
function callOf(path, method, operation, document_) {
  const isStream = "text/event-stream" in (operation.responses?.["200"]?.content ?? {});
  const parts = ["curl", ...(isStream ? ["-N"] : []), ...(method === "get" ? [] : ["-X", method.toUpperCase()])];
  parts.push(`'${addressOf(path, operation.parameters)}'`);
  if (needsCaller(operation)) parts.push(`-H "Authorization: Bearer $${scopeOf(operation) ? "WANGI_KEY" : "TOKEN"}"`);
  const [kind, sent] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const schema = document_.components.schemas[sent?.schema?.$ref?.split("/").pop()] ?? {};
  if (kind === "multipart/form-data")
    for (const name of schema.required ?? []) parts.push(`-F ${name}=@${name === "file" ? "table.csv" : "bottle.jpg"}`);
  else if (kind && schema.example !== undefined)
    parts.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(schema.example).replaceAll("'", "'\\''")}'`);
  const block = make("div");
  block.append(make("h4", "Call"), make("pre", parts.join(" ")));
  return block;
}

function bodyOf(path, method, operation, document_) {
  const body = make("div", undefined, "body");
  body.append(prose(operation.description ?? ""));
  if (operation.deprecated)
    body.append(make("p", `Deprecated: served until ${operation["x-sunset"]}; use ${operation["x-instead"]} instead.`));
  body.append(make("p", callersOf(operation)));
  if (operation.parameters?.length) body.append(parameterTable(operation.parameters));
  body.append(callOf(path, method, operation, document_));
  const sent = operation.requestBody?.content?.["application/json"]?.schema;
  if (sent) body.append(shapeBlock("Body", sent, document_));
  for (const [status, answer] of Object.entries(operation.responses ?? {})) {
    const { schema, example } = answer.content?.["application/json"] ?? {};
    if (schema && status < "400") body.append(shapeBlock(`Answer ${status}`, schema, document_));
    if (example !== undefined) body.append(make("h4", "For example"), make("pre", JSON.stringify(example, null, 2)));
    else body.append(make("p", `${status} ${answer.description ?? ""}`));
  }
  return body;
}

function operationOf(path, method, operation, document_) {
  const details = make("details");
  details.dataset.words = `${method} ${path} ${operation.summary ?? ""} ${operation.description ?? ""}`.toLowerCase();
  const summary = make("summary");
  summary.append(make("span", method.toUpperCase(), "method"), make("span", path, "path"), make("span", operation.summary));
  details.append(summary);
  details.addEventListener("toggle", () => details.childElementCount === 1 && details.append(bodyOf(path, method, operation, document_)));
  return details;
}

function draw(document_) {
  const sections = new Map(document_.tags.map((tag) => [tag.name, make("section")]));
  for (const [name, section] of sections) section.append(make("h2", name));
  for (const [path, operations] of Object.entries(document_.paths))
    for (const [method, operation] of Object.entries(operations))
      sections.get(operation.tags[0]).append(operationOf(path, method, operation, document_));
  document.getElementById("about").replaceChildren(...prose(document_.info.description).childNodes);
  document.getElementById("operations").replaceChildren(...sections.values());
}

function find(words) {
  for (const details of document.querySelectorAll("details")) details.hidden = !details.dataset.words.includes(words);
}

document.getElementById("find").addEventListener("input", (event) => find(event.target.value.trim().toLowerCase()));
try {
  const answer = await fetch("/api/openapi.json");
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  draw(await answer.json());
} catch (error) {
  document.getElementById("operations").replaceChildren(make("p", `The contract could not be read (${error.message}).`));
}
