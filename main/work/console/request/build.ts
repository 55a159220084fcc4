import { domainToUnicode } from 'node:url';
import { encodePart } from '../../../../common/texts/percent-encode.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Json } from '../../../../preload/contract/shapes.ts';
import type { ConsoleRequest } from '../../../../preload/contract/work/console-requests.ts';
import { isRecord } from '../../operations/index.ts';
import type { OperationParts, ParameterParts } from '../description/parts.ts';
import { type BuiltBody, buildBody } from './body.ts';
import type { Held } from './held.ts';
import { inHeader, inPath, inQuery, type Manner } from './serialise.ts';
import { dots, type Filling } from './variables.ts';

export interface BuiltRequest {
  readonly method: string;
  readonly url: string;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: BuiltBody | null;
  /** Required parameters without a value. */
  readonly missing: readonly Pick<ParameterParts, 'in' | 'name'>[];
}

export interface Building {
  readonly request: ConsoleRequest;
  /** What the description says of the operation; null: nothing. */
  readonly parts: OperationParts | null;
  /** Base address. */
  readonly server: string;
  readonly filling: Filling;
  readonly held: (id: string) => Held | undefined;
}

/** Headers that belong to the connection, or that the app computes. */
const ownHeaders =
  /^(host|content-length|connection|keep-alive|transfer-encoding|upgrade|te|trailer|expect|proxy-.*)$/;
const headerName = /^[\w!#$%&'*+.^`|~-]{1,200}$/;
const encodedDots = encodeURIComponent(dots);

/**
 * Returns a request with its parameters and variables in place.
 * @throws AppError `request-address-invalid`, `request-header-invalid`, `request-file-gone`
 */
export function buildRequest(building: Building): BuiltRequest {
  const { request, parts, filling, held } = building;
  const { fill } = filling;
  const declared = parts?.parameters ?? [];
  const given = request.parameters.map(({ in: place, name, value }) => ({
    manner: mannerOf(declared, place, name),
    value: filled(value, fill),
  }));
  const missing = declared
    .filter(({ required }) => required)
    .filter(
      ({ in: place, name }) =>
        !given.some(
          ({ manner, value }) =>
            manner.in === place && manner.name === name && !(place === 'path' && isEmpty(value)),
        ),
    );
  const body = request.body && buildBody(request.body, fill, held);
  return {
    method: request.method,
    url: addressOf(building, given, missing),
    headers: headersOf(building, given, body),
    body,
    missing: missing.map(({ in: place, name }) => ({ in: place, name })),
  };
}

interface Given {
  readonly manner: Manner;
  readonly value: Json;
}

const isEmpty = (value: Json): boolean => value === null || value === '';

function addressOf(
  { request, server, filling: { fill } }: Building,
  given: readonly Given[],
  missing: BuiltRequest['missing'],
): string {
  const path = request.path.replace(
    /\{\{([^{}]{1,100})\}\}|\{([^{}]{1,1000})\}/g,
    (whole, variable: string | undefined, name: string) => {
      if (variable !== undefined) return encodePart(fill(whole));
      const found = given.find(({ manner }) => manner.in === 'path' && manner.name === name);
      return found === undefined || isEmpty(found.value)
        ? whole
        : inPath(withSlashes(found.manner, request), found.value);
    },
  );
  const query = given
    .filter(({ manner }) => manner.in === 'query')
    .flatMap(({ manner, value }) => inQuery(manner, value));
  const base = fill(server).replace(/\/$/, '');
  const joint = path.includes('?') ? '&' : '?';
  const address = `${base}${path}${query.length === 0 ? '' : `${joint}${query.join('&')}`}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  const isUsable = url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  // Where a request goes is always to be seen: it is not for a secret to say.
  if (!isUsable || domainToUnicode(url.hostname).includes(dots)) {
    throw new AppError('request-address-invalid', { details: { address: address.slice(0, 300) } });
  }
  url.hash = '';
  const isWhole = !missing.some(({ in: place }) => place === 'path');
  return (isWhole ? url.href : address).replaceAll(encodedDots, dots);
}

/** A path of a file at the end of an address keeps its slashes; gateways refuse them encoded. */
function withSlashes(manner: Manner, { path }: ConsoleRequest): Manner {
  const isLast = path.endsWith(`{${manner.name}}`);
  return isLast && /path$/i.test(manner.name) ? { ...manner, allowReserved: true } : manner;
}

function headersOf(
  { request, parts, filling: { fill, shown } }: Building,
  given: readonly Given[],
  body: BuiltBody | null,
): Map<string, string> {
  const headers = new Map([['accept', acceptOf(parts)]]);
  if (body !== null && body.type !== '') headers.set('content-type', body.type);
  const set = (name: string, value: string): void => {
    const lower = name.toLowerCase();
    const bytes = shown ? value.replaceAll(dots, '') : value;
    const isSendable = headerName.test(name) && !/[^\t\x20-\x7e\x80-\xff]/.test(bytes);
    if (!isSendable || ownHeaders.test(lower)) {
      throw new AppError('request-header-invalid', { details: { name: name.slice(0, 100) } });
    }
    headers.set(lower, value.trim());
  };
  for (const { manner, value } of given) {
    if (manner.in === 'header') set(manner.name, inHeader(manner, value));
  }
  const cookies = given
    .filter(({ manner, value }) => manner.in === 'cookie' && value !== null)
    .flatMap(({ manner, value }) => inQuery(manner, value));
  if (cookies.length > 0) set('cookie', cookies.join('; ').replaceAll(encodedDots, dots));
  for (const { name, value } of request.headers) set(fill(name), fill(value));
  return headers;
}

function acceptOf(parts: OperationParts | null): string {
  const types = (parts?.answers ?? [])
    .filter(({ status }) => status.startsWith('2') || status === 'default')
    .flatMap(({ contents }) => contents.map(({ type }) => type))
    .filter((type) => /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type));
  const [first = 'application/json', ...more] = [...new Set(types)];
  return [first, ...more.slice(0, 5), '*/*;q=0.8'].join(', ');
}

function mannerOf(
  declared: readonly ParameterParts[],
  place: ParameterParts['in'],
  name: string,
): Manner {
  const found = declared.find((one) => one.in === place && one.name === name);
  return found ?? { in: place, name, style: null, explode: null, allowReserved: false, type: null };
}

function filled(value: Json, fill: (text: string) => string): Json {
  if (typeof value === 'string') return fill(value);
  if (Array.isArray(value)) return value.map((one) => filled(one, fill));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]): [string, Json] => [key, filled(one, fill)]),
  );
}
