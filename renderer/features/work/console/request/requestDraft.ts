import type { Json } from '../../../../../preload/contract/shapes.ts';
import type {
  Description,
  OperationDetail,
} from '../../../../../preload/contract/work/console-descriptions.ts';
import type { ConsoleRequest } from '../../../../../preload/contract/work/console-requests.ts';
import { isRecord, kindOf, type SchemaField } from '../form/schema.ts';
import { readJson } from '../form/values.ts';

/** A part of the request's form. */
export interface RequestFormProps {
  readonly detail: OperationDetail;
  readonly request: ConsoleRequest;
  readonly onChange: (part: Partial<ConsoleRequest>) => void;
}

export type RequestBody = NonNullable<ConsoleRequest['body']>;
export type BodyContent = NonNullable<OperationDetail['body']>['contents'][number];
type Parameter = ConsoleRequest['parameters'][number];

export const isJsonType = (type: string): boolean => /[/+]json\b/.test(type);

/** How a body of a type is written; `json` has a form, `text` is written as it is. */
export function bodyKindOf(type: string): 'json' | 'urlencoded' | 'multipart' | 'file' | 'text' {
  if (isJsonType(type)) return 'json';
  if (type === 'application/x-www-form-urlencoded') return 'urlencoded';
  if (type === 'multipart/form-data') return 'multipart';
  return /^(text\/|application\/(x-)?(yaml|xml)$)/.test(type) ? 'text' : 'file';
}

/** Returns the content that a body is of: the one with its type, else the first that has a form. */
export function contentOf(detail: OperationDetail, body: RequestBody | null): BodyContent | null {
  const contents = detail.body?.contents ?? [];
  const type = body === null ? null : typeOf(body);
  return (
    contents.find((one) => one.type === type) ??
    contents.find((one) => isJsonType(one.type)) ??
    contents[0] ??
    null
  );
}

function typeOf(body: RequestBody): string {
  if (body.kind === 'text') return body.type;
  if (body.kind === 'urlencoded') return 'application/x-www-form-urlencoded';
  return body.kind === 'multipart' ? 'multipart/form-data' : body.file.type;
}

/** The body before anything is entered: an example of the description, or the least that JSON can be. */
export function emptyBody(
  detail: OperationDetail,
  content: BodyContent | null,
): RequestBody | null {
  if (content === null) return null;
  const { type, example, schema } = content;
  switch (bodyKindOf(type)) {
    case 'urlencoded':
      return { kind: 'urlencoded', fields: [] };
    case 'multipart':
      return { kind: 'multipart', fields: [] };
    case 'file':
      return null;
    default: {
      if (example !== undefined) {
        const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
        return { kind: 'text', type, text };
      }
      if (detail.body?.required !== true) return null;
      const isObject = kindOf(schema, detail.schemas).kind === 'record';
      return { kind: 'text', type, text: isJsonType(type) && isObject ? '{}' : '' };
    }
  }
}

export function newRequest(description: Description, detail: OperationDetail): ConsoleRequest {
  return {
    descriptionId: description.id,
    operation: detail.key,
    method: detail.method,
    server: null,
    path: detail.path,
    parameters: [],
    headers: [],
    body: emptyBody(detail, contentOf(detail, null)),
  };
}

/** Parameters as fields of a form; a name may be in the path and in the query. */
export function parameterFields(detail: OperationDetail): readonly SchemaField[] {
  return detail.parameters
    .map(({ in: place, name, required, description, schema, example }) => ({
      name,
      key: parameterKey(place, name),
      required,
      schema: {
        ...(isRecord(schema) ? schema : {}),
        ...(description !== '' && { description }),
        ...(example !== undefined && { example }),
      },
    }))
    .toSorted((one, other) => Number(other.required) - Number(one.required));
}

const parameterKey = (place: string, name: string): string => `${place}:${name}`;

/** The values of parameters by their keys. */
export function parameterValues(request: ConsoleRequest): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    request.parameters.map(({ in: place, name, value }) => [parameterKey(place, name), value]),
  );
}

const places: readonly string[] = ['path', 'query', 'header', 'cookie'];
const isPlace = (text: string): text is Parameter['in'] => places.includes(text);

/** Returns parameters of values by key. */
export function parametersOf(values: unknown): readonly Parameter[] {
  if (!isRecord(values)) return [];
  return Object.entries(values).flatMap(([key, value]) => {
    const colon = key.indexOf(':');
    const place = key.slice(0, colon);
    return isPlace(place) ? [{ in: place, name: key.slice(colon + 1), value: value as Json }] : [];
  });
}

/** The JSON of a body as a value; null where its text is no JSON, and undefined in the box where it is empty. */
export function jsonOf(body: RequestBody | null): { readonly value: unknown } | null {
  if (body === null) return { value: undefined };
  if (body.kind !== 'text') return null;
  return body.text.trim() === '' ? { value: undefined } : readJson(body.text);
}
