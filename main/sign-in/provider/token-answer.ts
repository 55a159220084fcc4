import * as z from 'zod';
import { AppError } from '../../../preload/contract/errors.ts';
import { parseJson } from '../../../preload/contract/json.ts';
import type { BufferedAnswer } from '../../network/index.ts';
import { readWords, withoutSecrets } from '../../network/refusal/index.ts';

/** What of a token endpoint's answer openid-client would not take or would not hand on. */
export interface TokenAnswer {
  readonly status: number;
  /** JSON that openid-client takes. */
  readonly body: string;
  readonly fields: TokenFields;
}

/** The fields of spec/web-api.md, "Token response", beyond what openid-client reads. */
export const tokenFields = z.object({
  access_token: z.string().optional().catch(undefined),
  id_token: z.string().optional().catch(undefined),
  token_type: z.string().catch('bearer'),
  expires_in: seconds(),
  refresh_expires_in: seconds(),
  'not-before-policy': seconds(),
  session_state: z.string().max(1000).nullable().catch(null),
  scope: z.string().max(20_000).nullable().catch(null),
});
export type TokenFields = z.infer<typeof tokenFields>;

/** Numbers come as text from some servers. What is no number counts as not said. */
function seconds() {
  return z
    .preprocess(
      (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
      z.number().nonnegative(),
    )
    .nullable()
    .catch(null);
}

/** As sent in a header: no space, no control characters. Longer ones fit no server's header limit. */
const usableToken = /^[\x21-\x7e]{1,65536}$/;

/** RFC 6749, section 5.2, and of 4.1.2.1 what says that trying again may help. */
const registeredErrors = new Set([
  ...['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client'],
  ...['unsupported_grant_type', 'invalid_scope', 'access_denied'],
  ...['server_error', 'temporarily_unavailable'],
]);

/**
 * Reads the answer as tolerantly as the design's section 4 asks: any 2xx, any content type, null for
 * absent, numbers as text, `scope` as a list, `token_type` left out or in any case, an error with 200.
 * What an answer of 2xx holds may be tokens, whatever it looks like: no word of it is in an error. Of
 * other answers the words are, without what was sent.
 * @param sent The form that it answers
 * @throws AppError `sign-in-answer-unusable`, `http-redirect-refused`
 */
export function readTokenAnswer(answer: BufferedAnswer, sent: URLSearchParams): TokenAnswer {
  const { host } = new URL(answer.url);
  const { status, headers } = answer;
  const secrets = secretsOf(sent);
  const redact = (text: string): string => withoutSecrets(text, secrets);
  const words = (): { server?: string } => {
    const server = isGood(status) ? '' : readWords(answer, secrets).text;
    return server === '' ? {} : { server };
  };
  if (status >= 300 && status < 400) {
    throw new AppError('http-redirect-refused', {
      details: { host, status, reason: 'token-endpoint', to: originOf(headers.location) },
    });
  }
  const text = new TextDecoder().decode(answer.body);
  const json = readObject(text);
  if (json === null) {
    const details = { status, ...words() };
    throw unusable(host, 'not-json', details, status >= 500);
  }
  const clean = Object.fromEntries(
    Object.entries(json).filter(([, value]) => value !== null && value !== ''),
  );
  if (typeof clean.error === 'string' && clean.access_token === undefined) {
    const { error, error_description: description } = clean;
    if (isGood(status) && !registeredErrors.has(error)) throw unusable(host, 'error', { status });
    const described = typeof description === 'string' && !isGood(status);
    return {
      // openid-client reads an error's body from 400 to 499 only.
      status: status > 399 && status < 500 ? status : 400,
      body: JSON.stringify({
        error: redact(error),
        ...(described ? { error_description: redact(description) } : {}),
      }),
      fields: read({}),
    };
  }
  if (!isGood(status)) {
    const details = { status, ...words() };
    throw unusable(host, 'status', details, status >= 500);
  }
  if (Array.isArray(clean.scope)) clean.scope = clean.scope.map(String).join(' ');
  const fields = read(clean);
  for (const name of ['access_token', 'refresh_token', 'id_token'] as const) {
    const token = clean[name];
    if (token === undefined && name !== 'access_token') continue;
    if (typeof token !== 'string' || !usableToken.test(token)) throw unusable(host, name, {});
  }
  if (!/^bearer$/i.test(fields.token_type)) throw unusable(host, 'token_type', {});
  const { expires_in, scope, ...rest } = clean;
  const body = JSON.stringify({
    ...rest,
    token_type: 'bearer',
    ...(fields.expires_in === null ? {} : { expires_in: fields.expires_in }),
    ...(fields.scope === null ? {} : { scope: fields.scope }),
  });
  return { status: 200, body, fields };
}

function read(json: Record<string, unknown>): TokenFields {
  return tokenFields.parse(json);
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = parseJson(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    // What is no JSON is told by the caller, with the server's words.
    return null;
  }
}

function isGood(status: number): boolean {
  return status >= 200 && status < 300;
}

/** What of a form nobody else may read, as it is and as a form has it. */
function secretsOf(form: URLSearchParams): string[] {
  const names = ['client_secret', 'code', 'code_verifier', 'refresh_token'];
  return names
    .flatMap((name) => form.getAll(name))
    .flatMap((value) => [
      value,
      encodeURIComponent(value),
      new URLSearchParams({ '': value }).toString().slice(1),
    ]);
}

function unusable(
  host: string,
  reason: string,
  more: Readonly<Record<string, string | number>>,
  retryable = false,
): AppError {
  return new AppError('sign-in-answer-unusable', { details: { host, reason, ...more }, retryable });
}

function originOf(location: string | undefined): string {
  return location !== undefined && URL.canParse(location) ? new URL(location).origin : '';
}
