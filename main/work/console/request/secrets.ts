import { JsonError, parseJson } from '../../../../common/texts/json.ts';
import { isSecretName } from '../../../../common/texts/secret-names.ts';
import type { ConsoleRequest } from '../../../../preload/contract/work/console.ts';
import { dots } from './variables.ts';

/** Values that are variables alone say nothing. */
const isVariable = (text: string): boolean =>
  /^(?:[A-Za-z]{1,20} )?\{\{[^{}]{1,100}\}\}$/.test(text);

/** Returns a request as it may be kept: values of secret names only if they are variables. */
export function withoutSecrets(request: ConsoleRequest): ConsoleRequest {
  const masked = <F extends { readonly name: string }>(field: F): F =>
    'value' in field &&
    isSecretName(field.name) &&
    !(typeof field.value === 'string' && isVariable(field.value))
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
    parameters: request.parameters.map(masked),
    headers: request.headers.map(masked),
    body: kept,
  };
}

/** Empties texts of JSON whose field has a secret name; other texts stay. */
function withoutSecretFields(text: string): string {
  let masked = 0;
  try {
    const value = parseJson(text, (name, one) => {
      if (typeof one !== 'string' || one === '' || !isSecretName(name) || isVariable(one))
        return one;
      masked += 1;
      return '';
    });
    return masked === 0 ? text : JSON.stringify(value, null, 2);
  } catch (cause) {
    if (cause instanceof JsonError) return text;
    throw cause;
  }
}

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
