import type { Json } from '../../../../preload/contract/shapes.ts';
import { isRecord } from '../../operations/index.ts';
import type { JsonRecord, Reading } from './references.ts';
import { lineOf, textOf } from './texts.ts';

export const parameterPlaces = ['path', 'query', 'header', 'cookie'] as const;
export type ParameterPlace = (typeof parameterPlaces)[number];

export interface ParameterParts {
  readonly in: ParameterPlace;
  readonly name: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: string;
  readonly schema: Json;
  readonly example?: Json;
  /** How a value is written; null: as usual in its place. */
  readonly style: string | null;
  readonly explode: boolean | null;
  readonly allowReserved: boolean;
  /** Its value is written in this type instead. */
  readonly type: string | null;
}

interface ContentParts {
  readonly type: string;
  readonly schema: Json;
  readonly example?: Json;
}

/** What is kept of an operation. */
export interface OperationParts {
  readonly description: string;
  readonly parameters: readonly ParameterParts[];
  readonly body: {
    readonly required: boolean;
    readonly description: string;
    readonly contents: readonly ContentParts[];
  } | null;
  readonly answers: readonly {
    readonly status: string;
    readonly description: string;
    readonly contents: readonly { readonly type: string; readonly schema: Json }[];
  }[];
  /** As the description has them: absolute or relative. */
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly security: readonly {
    readonly name: string;
    readonly type: string;
    readonly description: string;
  }[];
}

interface Found {
  readonly root: JsonRecord;
  readonly path: string;
  readonly item: JsonRecord;
  readonly operation: JsonRecord;
  /** Where it is in the file. */
  readonly at: readonly string[];
  readonly key: string;
}

const mostParameters = 500;
const mostTypes = 20;
const mostAnswers = 60;
const mostServers = 20;
const longestText = 20_000;
/** Characters of an example's JSON. */
const longestExample = 200_000;

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const record = (value: Json | undefined): JsonRecord => (isRecord(value) ? value : {});

export function readParts(found: Found, reading: Reading): OperationParts {
  const { root, item, operation } = found;
  const [servers = []] = [operation.servers, item.servers, root.servers]
    .map(list)
    .filter((one) => one.length > 0);
  return {
    description: textOf(operation.description, longestText),
    parameters: readParameters(found, reading),
    body: readBody(operation.requestBody, reading),
    answers: Object.entries(record(operation.responses))
      .filter(([status]) => /^([1-5](\d\d|XX)|default)$/i.test(status))
      .slice(0, mostAnswers)
      .map(([status, given]) => {
        const answer = reading.references.resolve(given) ?? {};
        return {
          status: status.length === 3 ? status.toUpperCase() : status,
          description: textOf(answer.description, 2000),
          contents: readContents(answer.content, reading).map(({ type, schema }) => ({
            type,
            schema,
          })),
        };
      }),
    servers: servers.slice(0, mostServers).flatMap((server) => readServer(record(server))),
    security: readSecurity(found, reading),
  };
}

function readParameters({ item, operation, at, path, key }: Found, reading: Reading) {
  const byName = new Map<string, ParameterParts>();
  const given = [...list(item.parameters), ...list(operation.parameters)];
  for (const [index, one] of given.slice(0, mostParameters).entries()) {
    const resolved = reading.references.resolve(one);
    const parameter = resolved && readParameter(resolved, reading);
    if (parameter === null) {
      const name = lineOf(resolved?.name, 100);
      const own = index - list(item.parameters).length;
      const line = reading.lineOf(own < 0 ? at.slice(0, 2) : [...at, 'parameters', own]);
      reading.warn({ code: 'bad-parameter', line, about: `${key} ${name}`.trim() });
    } else byName.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  for (const [, name = ''] of path.matchAll(/\{([^{}]+)\}/g)) {
    if (byName.has(`path ${name}`)) continue;
    reading.warn({
      code: 'undeclared-path-parameter',
      line: reading.lineOf(at),
      about: `${key} ${name}`,
    });
    byName.set(`path ${name}`, undeclared(name));
  }
  return [...byName.values()];
}

const undeclared = (name: string): ParameterParts => ({
  in: 'path',
  name,
  required: true,
  deprecated: false,
  description: '',
  schema: { type: 'string' },
  style: null,
  explode: null,
  allowReserved: false,
  type: null,
});

function readParameter(given: JsonRecord, reading: Reading): ParameterParts | null {
  const place = parameterPlaces.find((one) => one === given.in);
  // A name with line breaks could not be sent.
  const name = typeof given.name === 'string' && !/\p{Cc}/u.test(given.name) ? given.name : '';
  if (place === undefined || name === '' || name.length > 1000) return null;
  const [content] = readContents(given.content, reading);
  const example = exampleOf(given, reading);
  return {
    in: place,
    name,
    required: place === 'path' || given.required === true,
    deprecated: given.deprecated === true,
    description: textOf(given.description, longestText),
    schema: content?.schema ?? reading.references.schema(given.schema),
    ...(example !== undefined && { example }),
    style: typeof given.style === 'string' ? given.style : null,
    explode: typeof given.explode === 'boolean' ? given.explode : null,
    allowReserved: given.allowReserved === true,
    type: content?.type ?? null,
  };
}

function readBody(given: Json | undefined, reading: Reading): OperationParts['body'] {
  if (given === undefined) return null;
  const body = reading.references.resolve(given);
  if (body === null) return null;
  return {
    required: body.required === true,
    description: textOf(body.description, longestText),
    contents: readContents(body.content, reading),
  };
}

function readContents(given: Json | undefined, reading: Reading): ContentParts[] {
  return Object.entries(record(given))
    .slice(0, mostTypes)
    .map(([type, value]) => {
      const media = reading.references.resolve(value) ?? {};
      const example = exampleOf(media, reading);
      return {
        type: lineOf(type, 200),
        // 3.2 has the schema of one item of a stream.
        schema: reading.references.schema(media.schema ?? media.itemSchema),
        ...(example !== undefined && { example }),
      };
    });
}

/** Returns the example, or the first one of several; undefined if there is none, or only a large one. */
function exampleOf(given: JsonRecord, { references }: Reading): Json | undefined {
  const [first] = Object.values(record(given.examples));
  const named = first === undefined ? null : references.resolve(first);
  const example = given.example ?? named?.value ?? named?.dataValue;
  if (example === undefined) return undefined;
  return JSON.stringify(example).length <= longestExample ? example : undefined;
}

export function withoutExamples(parts: OperationParts): OperationParts {
  const { parameters, body } = parts;
  return {
    ...parts,
    parameters: parameters.map(({ example: _, ...one }) => one),
    body: body && { ...body, contents: body.contents.map(({ example: _, ...one }) => one) },
  };
}

function readServer({ url, description, variables }: JsonRecord) {
  if (typeof url !== 'string' || url.length > 2000) return [];
  const filled = url.replace(/\{([^{}]{1,100})\}/g, (whole, name: string) => {
    const value = record(record(variables)[name]).default;
    return typeof value === 'string' ? value : whole;
  });
  return [{ url: filled, description: lineOf(description, 300) }];
}

function readSecurity({ root, operation }: Found, { references }: Reading) {
  const schemes = record(record(root.components).securitySchemes);
  const names = list(operation.security ?? root.security).flatMap((one) =>
    Object.keys(record(one)),
  );
  return [...new Set(names)].slice(0, mostTypes).map((name) => {
    const scheme = references.resolve(Object.hasOwn(schemes, name) ? schemes[name] : {}) ?? {};
    const words = [scheme.type, scheme.scheme, scheme.in, scheme.name];
    return {
      name: lineOf(name, 100),
      type: words
        .map((word) => lineOf(word, 100))
        .filter((word) => word !== '')
        .join(' '),
      description: textOf(scheme.description, 2000),
    };
  });
}
