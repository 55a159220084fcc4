import { JsonError, parseJson } from '../../../../common/texts/json.ts';
import { isSecretName } from '../../../../common/texts/secret-names.ts';
import type { Json } from '../../../../preload/contract/shapes.ts';
import type { ConsoleRequest } from '../../../../preload/contract/work/console-requests.ts';
import { dots } from './variables.ts';

const mostLevels = 100;

/** Values that are variables alone say nothing. */
const isVariable = (text: string): boolean =>
  /^(?:[A-Za-z]{1,20} )?\{\{[^{}]{1,100}\}\}$/.test(text);

/** Returns a request as it may be kept: values of secret names only if they are variables. */
export function withoutSecrets(request: ConsoleRequest): ConsoleRequest {
  const masked = <F extends { readonly name: string }>(field: F): F =>
    'value' in field &&
    typeof field.value === 'string' &&
    isSecretName(field.name) &&
    !isVariable(field.value)
      ? { ...field, value: '' }
      : field;
  const { body } = request;
  const kept =
    body?.kind === 'urlencoded' || body?.kind === 'multipart'
      ? ({ ...body, fields: body.fields.map(masked) } as typeof body)
      : body?.kind === 'text'
        ? { ...body, text: withoutSecretFields(body.text) }
        : body;
  return {
    ...request,
    parameters: request.parameters.map(({ in: place, name, value }) => ({
      ...{ in: place, name },
      value: withoutSecretValues(value, place === 'cookie' || isBelow(name, value)).kept,
    })),
    headers: request.headers.map(masked),
    body: kept,
  };
}

/** Files are held by this run alone. */
export function withoutFiles(request: ConsoleRequest): ConsoleRequest {
  const { body } = request;
  if (body?.kind === 'file') return { ...request, body: null };
  if (body?.kind !== 'multipart') return request;
  return { ...request, body: { ...body, fields: body.fields.filter((one) => !('file' in one)) } };
}

/** Returns a request as it is shown: what is typed for a secret name in the path is dots. */
export function withDotsInPath(request: ConsoleRequest): ConsoleRequest {
  return {
    ...request,
    parameters: request.parameters.map((one) =>
      isSecretInPath(one) && one.value !== '' && one.value !== null ? { ...one, value: dots } : one,
    ),
  };
}

/** Returns what is typed for secret names in the path. */
export const secretsInPath = ({ parameters }: ConsoleRequest): readonly string[] =>
  parameters
    .filter(isSecretInPath)
    .flatMap(({ value }) => textsIn(value))
    .filter((text) => text !== '' && !isVariable(text));

const isSecretInPath = ({ in: place, name }: ConsoleRequest['parameters'][number]): boolean =>
  place === 'path' && isSecretName(name);

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Empties what is below a secret name in JSON; other texts stay. */
function withoutSecretFields(text: string): string {
  try {
    const { kept, isWhole } = withoutSecretValues(parseJson(text) as Json, false);
    return isWhole ? text : JSON.stringify(kept, null, 2);
  } catch (cause) {
    if (cause instanceof JsonError) return text;
    throw cause;
  }
}

/** Returns a value without texts and numbers below a secret name, and without what is nested beyond reason. */
function withoutSecretValues(value: Json, below: boolean): { kept: Json; isWhole: boolean } {
  let isWhole = true;
  const empty = (): Json => {
    isWhole = false;
    return '';
  };
  const copy = (one: Json, isSecret: boolean, level: number): Json => {
    if (typeof one === 'string' && isSecret) return one === '' || isVariable(one) ? one : empty();
    if (typeof one === 'number' && isSecret) return empty();
    if (typeof one !== 'object' || one === null) return one;
    if (level > mostLevels) return empty();
    if (Array.isArray(one)) return one.map((part) => copy(part, isSecret, level + 1));
    return Object.fromEntries(
      Object.entries(one).map(([name, part]): [string, Json] => [
        name,
        copy(part, isSecret || isBelow(name, part), level + 1),
      ]),
    );
  };
  return { kept: copy(value, below, 0), isWhole };
}

/** A number of tokens, such as `max_tokens`, is none of them. */
const isBelow = (name: string, value: Json): boolean =>
  isSecretName(name) && !(typeof value === 'number' && /tokens$/i.test(name));

/** Returns an address with dots for the values of secret names in its query. */
export function urlWithoutSecrets(url: string): string {
  const start = url.indexOf('?') + 1;
  if (start === 0) return url;
  const pairs = url
    .slice(start)
    .split('&')
    .map((pair) => {
      const equal = pair.indexOf('=');
      const name = pair.slice(0, Math.max(equal, 0));
      return isSecretName(name) ? `${name}=${dots}` : pair;
    });
  return `${url.slice(0, start)}${pairs.join('&')}`;
}
