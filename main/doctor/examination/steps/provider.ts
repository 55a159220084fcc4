import { parseForeign } from '../../../../common/texts/json.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { abortable, type ExaminationContext, requireResult } from '../context.ts';
import { type Facts, fine, type Outcome, problem, trouble } from '../outcome.ts';

/** Endpoints needed for signing in and out. */
const wanted = [
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'end_session_endpoint',
  'revocation_endpoint',
] as const;
/** These receive the user or a secret, and must have the issuer's own origin. */
const own = ['authorization_endpoint', 'token_endpoint'] as const;

/** Checks the discovery document: its format, its issuer, and its endpoints (OpenID Connect Discovery 1.0). */
export async function discovery({ known }: ExaminationContext): Promise<Outcome> {
  const { status, body } = requireResult(known.answer);
  const expected = requireResult(known.issuer);
  const { origin, host } = new URL(expected);
  if (status === 404) return trouble('bad', 'discovery-absent', { address: expected }, { host });
  const document = readObject(body);
  if (document === null) {
    return problem(new AppError('answer-not-json', { details: { host } }), { address: expected });
  }
  const { issuer } = document;
  const found = wanted.flatMap((name) => {
    const value = document[name];
    return typeof value === 'string' ? [{ name, value }] : [];
  });
  const facts: Facts = {
    issuer: typeof issuer === 'string' ? issuer : null,
    endpoints: found.map(({ name, value }) => `${name}: ${value}`),
    lacking: wanted.filter((name) => !found.some((one) => one.name === name)),
  };
  if (issuer !== expected) {
    return trouble('bad', 'discovery-other-issuer', { ...facts, address: expected }, { host });
  }
  const foreign = found.find(
    ({ name, value }) =>
      own.some((one) => one === name) && (!URL.canParse(value) || new URL(value).origin !== origin),
  );
  if (foreign !== undefined) {
    return trouble('bad', 'discovery-other-origin', facts, { endpoint: foreign.name, host });
  }
  const isWhole = own.every((name) => found.some((one) => one.name === name));
  return isWhole ? fine('discovery', facts) : trouble('note', 'discovery-incomplete', facts);
}

/** Tests whether the token endpoint accepts this client. Uses up no code and no token. */
export async function tokenEndpoint({
  signIn,
  systemId,
  signal,
}: ExaminationContext): Promise<Outcome> {
  try {
    await abortable(signIn.tryClient(systemId), signal);
    return fine('client-accepted');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { server } = error.details;
    const facts: Facts = { words: typeof server === 'string' ? server : null };
    if (error.code === 'sign-in-no-client') return trouble('note', 'client-not-entered');
    if (error.code === 'sign-in-client-refused') return trouble('bad', 'client-refused', facts);
    throw error;
  }
}

function readObject(body: Uint8Array): Record<string, unknown> | null {
  try {
    const value: unknown = parseForeign(new TextDecoder().decode(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    // Whatever it is, it is not a discovery document.
    return null;
  }
}
