import { encodePart } from '../../../../common/texts/percent-encode.ts';
import type { Json } from '../../../../preload/contract/shapes.ts';
import { isRecord } from '../../operations/index.ts';
import type { ParameterParts } from '../description/parts.ts';

/** How a parameter's value is written (OpenAPI 3.1, "Style Values"). */
export type Manner = Pick<
  ParameterParts,
  'in' | 'name' | 'style' | 'explode' | 'allowReserved' | 'type'
>;

type Pair = readonly [name: string, value: string];

/** Returns the text of a value in a path, encoded. */
export function inPath({ name, style, explode, allowReserved, type }: Manner, value: Json): string {
  const encode = allowReserved ? keepingReserved : encodePart;
  const words = (separator: string): string =>
    listed(type, explode ?? false, value, separator, encode);
  switch (style) {
    case 'label':
      return `.${words(explode === true ? '.' : ',')}`;
    case 'matrix': {
      if (type === null && explode === true && typeof value === 'object' && value !== null) {
        const pairs = isRecord(value)
          ? Object.entries(value).map(([key, one]): Pair => [key, textOf(one)])
          : value.map((one): Pair => [name, textOf(one)]);
        return pairs.map(([key, one]) => `;${encode(key)}=${encode(one)}`).join('');
      }
      return `;${encode(name)}=${words(',')}`;
    }
    default:
      return words(',');
  }
}

/** Returns names and values of a parameter in a query, encoded. */
export function inQuery(manner: Manner, value: Json): string[] {
  const { name, style, explode, allowReserved, type } = manner;
  const encode = allowReserved ? keepingReserved : encodePart;
  const pair = (key: string, one: string): string => `${encodePart(key)}=${one}`;
  if (type !== null) return [pair(name, encode(JSON.stringify(value)))];
  if (value === null) return [];
  if (typeof value !== 'object') return [pair(name, encode(textOf(value)))];
  if (style === 'deepObject') return deep(name, value).map(([key, one]) => pair(key, encode(one)));
  const separators: Readonly<Record<string, string>> = {
    spaceDelimited: '%20',
    pipeDelimited: '%7C',
  };
  const separator = separators[style ?? ''];
  const explodes = explode ?? separator === undefined;
  if (!explodes) {
    const written = listed(null, false, value, separator ?? ',', encode);
    return written === '' ? [] : [pair(name, written)];
  }
  if (isRecord(value)) {
    return Object.entries(value).map(([key, one]) => pair(key, encode(textOf(one))));
  }
  return value.map((one) => pair(name, encode(textOf(one))));
}

/** Returns the value of a header. */
export function inHeader({ explode, type }: Manner, value: Json): string {
  return listed(type, explode ?? false, value, ',', (text) => text);
}

function listed(
  type: string | null,
  explode: boolean,
  value: Json,
  separator: string,
  encode: (text: string) => string,
): string {
  if (type !== null) return encode(JSON.stringify(value));
  if (isRecord(value)) {
    const equal = explode ? '=' : separator;
    return Object.entries(value)
      .map(([key, one]) => `${encode(key)}${equal}${encode(textOf(one))}`)
      .join(separator);
  }
  if (Array.isArray(value)) return value.map((one) => encode(textOf(one))).join(separator);
  return encode(textOf(value));
}

/** Nested as far as values go; the contract bounds their size. */
function deep(name: string, value: Json): Pair[] {
  if (typeof value !== 'object' || value === null) return [[name, textOf(value)]];
  return Object.entries(value).flatMap(([key, one]) => deep(`${name}[${key}]`, one));
}

/** Texts as they are, everything else as JSON. */
export const textOf = (value: Json): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);

/** `&`, `=`, `+` and `#` stay encoded: they would end the value. */
function keepingReserved(text: string): string {
  return encodePart(text).replace(/%(?:3A|2F|3F|40|24|2C|3B)/g, (code) => decodeURIComponent(code));
}
