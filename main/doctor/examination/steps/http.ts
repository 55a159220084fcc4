import { AppError } from '../../../../preload/contract/errors.ts';
import type { BufferedAnswer } from '../../../base/network/index.ts';
import { readRefusal, refusalError } from '../../../base/network/refusal/index.ts';
import { webApiRefusal } from '../../../machines/monitor/index.ts';
import { abortable, type ExaminationContext, isLimited, requireResult } from '../context.ts';
import { type Facts, fine, type Outcome, problem, trouble } from '../outcome.ts';

/** Maximum bytes of an answer: a discovery document or a list has a few KB. */
const maxBytes = 256 * 1024;
const patience = 10_000;
/** Clock differences below this are accepted, ms. */
const tolerance = 60_000;

/** Makes one request like the app's, without following redirects. Does not send the API key yet. */
export async function http(visit: ExaminationContext): Promise<Outcome> {
  const { network, service, known, signal } = visit;
  const url = requireResult(known.url);
  const token = await tokenFor(visit);
  const before = visit.now();
  const answer = await network.request({
    url: url.href,
    headers: { accept: 'application/json', ...token.headers },
    identity: known.identity ?? null,
    connection: requireResult(known.link).connection,
    headersTimeout: patience,
    bodyTimeout: patience,
    redirects: 'report',
    signal,
    maxBytes,
  });
  known.answer = answer;
  const wasLimited = isLimited(requireResult(known.link), url);
  const isNowLimited = isLimited(visit.links.to(visit.systemId, service), url);
  known.skew = skewOf(answer, before, visit.now());
  const { status } = answer;
  const facts: Facts = { status, server: answer.headers.server ?? null };
  if (status >= 300 && status < 400) {
    const to = { ...facts, location: answer.headers.location ?? null };
    return trouble('bad', 'http-redirect', to, { host: url.host });
  }
  const refused = status === 401 || status === 403;
  if (service === 'genai' && refused) return fine('http', facts, { status });
  // A provider may have no discovery: the next step says so.
  if (service === 'identityProvider' && status === 404) return fine('http', facts, { status });
  if (status >= 400) {
    if (token.missing !== null && refused) return problem(token.missing, facts);
    return problem(refusalOf(visit, answer, token.secrets), facts);
  }
  if (isPage(answer)) return trouble('bad', 'http-page', facts, { host: url.host });
  if (isNowLimited && !wasLimited) {
    return trouble('note', 'certificate-asked-later', facts, { host: url.host });
  }
  return fine('http', facts, { status });
}

interface Token {
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  /** Why it is missing although it should exist. */
  readonly missing: AppError | null;
}

const withoutToken: Token = { headers: {}, secrets: [], missing: null };

async function tokenFor({
  access,
  systemId,
  service,
  known,
  signal,
}: ExaminationContext): Promise<Token> {
  if (service !== 'webApi' || !requireResult(known.link).byToken) return withoutToken;
  try {
    const { authorization } = await abortable(access.openWebApi(systemId), signal);
    if (authorization === null) return withoutToken;
    const { headers, grant } = await abortable(authorization.attach(), signal);
    return { headers, secrets: [grant.accessToken], missing: null };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'cancelled') throw error;
    return { ...withoutToken, missing: error };
  }
}

function refusalOf(
  visit: ExaminationContext,
  answer: BufferedAnswer,
  secrets: readonly string[],
): AppError {
  const now = new Date(visit.now());
  const { service, known } = visit;
  if (service === 'webApi' && !requireResult(known.link).byToken) {
    return webApiRefusal(answer, known.identity ?? null, now);
  }
  return refusalError(readRefusal(answer, { now, secrets }));
}

/** An HTML page, such as the login of a network or a portal, instead of an answer for programs. */
const isPage = ({ headers }: BufferedAnswer): boolean =>
  /\bhtml\b/i.test(headers['content-type'] ?? '');

/** RFC 9110, section 6.6.1; its resolution is one second. */
function skewOf({ headers }: BufferedAnswer, before: number, after: number): number | null {
  const said = Date.parse((headers.date ?? '').slice(0, 100));
  return Number.isNaN(said) ? null : said - (before + after) / 2;
}

/** Compares this computer's clock with the server's. */
export async function clock({ known }: ExaminationContext): Promise<Outcome> {
  const skew = known.skew ?? null;
  if (skew === null) return fine('clock-unsaid');
  const seconds = Math.round(skew / 1000);
  const facts: Facts = { seconds };
  if (Math.abs(skew) <= tolerance) return fine('clock', facts);
  return trouble('bad', 'clock-apart', facts, { seconds: Math.abs(seconds) });
}
