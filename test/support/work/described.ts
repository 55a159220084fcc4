import { existsSync, readFileSync } from 'node:fs';
import { type Schema, Validator } from '@cfworker/json-schema';
import { parse } from 'yaml';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}
interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: unknown;
}

export interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly status: number;
  readonly answer: string;
}

const shared = new URL('../../../../shared/openapi/', import.meta.url);

/** The shared description of an API; null where it is not there, which whoever needs it says. */
export function openDescription(file: string): ((exchange: Exchange) => string[]) | null {
  const place = new URL(file, shared);
  if (!existsSync(place)) {
    console.warn(`../shared/openapi/${file} is not there: its shapes are not checked`);
    return null;
  }
  const { paths, components } = parse(readFileSync(place, 'utf8')) as Description;
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const validators = new Map<Schema, Validator>();
  const check = (schema: Schema | undefined, value: unknown): string[] => {
    if (schema === undefined) return [];
    const made =
      validators.get(schema) ??
      new Validator({ ...schema, components } as Schema, '2020-12', false);
    validators.set(schema, made);
    return made.validate(value).errors.map((one) => `${one.instanceLocation}: ${one.error}`);
  };
  return (exchange) => {
    const { method, url } = exchange;
    const named = `${method} ${url.pathname}`;
    const found = all.find(
      (one) => one.method === method.toLowerCase() && matches(one.path, url.pathname),
    );
    if (found === undefined) return [`${named} is not described`];
    const { operation, path } = found;
    const problems = [
      ...checkParameters(operation, path, exchange, check),
      ...checkBody(operation, exchange, check),
      ...checkAnswer(operation, exchange, check),
    ];
    return problems.map((problem) => `${named}: ${problem}`);
  };
}

type Check = (schema: Schema | undefined, value: unknown) => string[];

const matches = (template: string, path: string): boolean => {
  const parts = path.split('/');
  const wanted = template.split('/');
  return (
    parts.length === wanted.length &&
    wanted.every((part, at) => (part.startsWith('{') ? parts[at] !== '' : part === parts[at]))
  );
};

function checkParameters(
  { parameters = [] }: Operation,
  template: string,
  { url, headers }: Exchange,
  check: Check,
): string[] {
  const place = (name: string): string =>
    decodeURIComponent(url.pathname.split('/')[template.split('/').indexOf(`{${name}}`)] ?? '');
  const known = new Set(parameters.map((one) => `${one.in} ${one.name.toLowerCase()}`));
  const unknown = [...url.searchParams.keys()].filter(
    (name) => !known.has(`query ${name.toLowerCase()}`),
  );
  const key = headers['idempotency-key'] !== undefined && !known.has('header idempotency-key');
  return [
    ...unknown.map((name) => `the query has no ${name}`),
    ...(key ? ['it takes no key'] : []),
    ...parameters.flatMap((one) => {
      const text =
        one.in === 'path'
          ? place(one.name)
          : one.in === 'query'
            ? url.searchParams.get(one.name)
            : (headers[one.name.toLowerCase()]?.toString() ?? null);
      if (text === null) return one.required === true ? [`${one.name} is missing`] : [];
      // Texts of an address stand for numbers and truth values too.
      const asText = check(one.schema, text);
      const problems = asText.length === 0 ? [] : check(one.schema, otherThanText(text));
      return problems.map((problem) => `${one.name}: ${problem}`);
    }),
  ];
}

const otherThanText = (text: string): unknown =>
  text === 'true' || text === 'false' ? text === 'true' : Number(text);

function checkBody(
  { requestBody }: Operation,
  { headers, body }: Exchange,
  check: Check,
): string[] {
  const type = String(headers['content-type'] ?? '').split(';', 1)[0] ?? '';
  if (requestBody === undefined) return body === '' ? [] : ['it takes no body'];
  if (type === 'multipart/form-data') {
    const isDescribed = requestBody.content?.[type] !== undefined;
    return isDescribed && body.includes('name="file"') ? [] : ['it takes no such form'];
  }
  const described = requestBody.content?.[type];
  if (described === undefined) return [`it takes no ${type}`];
  return check(described.schema, JSON.parse(body)).map((problem) => `body ${problem}`);
}

function checkAnswer(
  { responses }: Operation,
  { status, answer }: Exchange,
  check: Check,
): string[] {
  const described = responses[String(status)] ?? responses[`${String(status)[0]}XX`];
  if (described === undefined) return [`${status} is not described`];
  const schema = described.content?.['application/json']?.schema;
  if (schema === undefined || Object.keys(schema).length === 0) return [];
  return check(schema, JSON.parse(answer)).map((problem) => `answer ${problem}`);
}
