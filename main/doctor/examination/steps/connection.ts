import { apiBases } from '../../../../common/addresses/api-bases.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { abortable, type ExaminationContext, requireResult } from '../context.ts';
import { type Facts, fine, type Outcome, problem, trouble } from '../outcome.ts';

/** Maximum addresses of one name to try. */
const mostTried = 8;
/** More addresses of a name are a joke or a mistake. */
const usual = 32;

/** Tests which address the system has for the service; starts the demo. */
export async function address(visit: ExaminationContext): Promise<Outcome> {
  const { links, systemId, service, signIn, known, signal } = visit;
  await abortable(links.brings(systemId), signal);
  const link = links.to(systemId, service);
  known.link = link;
  if (link.address === null || link.address === '') return trouble('bad', 'address-missing');
  if (service === 'identityProvider') {
    const { settings } = await abortable(signIn.snapshot(systemId), signal);
    known.issuer = `${link.address}${settings.realmPath}`;
    known.url = new URL(`${known.issuer}/.well-known/openid-configuration`);
  } else if (service === 'genai') known.url = new URL(`${apiBases(link.address)[0]}/models`);
  else known.url = new URL(`${link.address}/status/`);
  return fine('address', { address: link.address }, { host: known.url.host });
}

/** Tests whether a proxy is in between, why, and whether it lets us through. */
export async function proxy({ network, known, signal }: ExaminationContext): Promise<Outcome> {
  const url = requireResult(known.url);
  const wish = requireResult(known.link).connection.proxy;
  const choice = await abortable(network.examiner.proxyFor(url, wish), signal);
  known.proxy = choice;
  const { because, variable, said } = choice;
  if (because === 'unusable') {
    return variable === null
      ? trouble('note', 'proxy-script-unusable', { words: said === '' ? null : said })
      : trouble('note', 'proxy-unusable', { variable });
  }
  if (choice.proxy === null || url.protocol === 'http:') {
    if (because === 'refused') return fine('proxy-refused');
    if (because === 'site-none') return fine('proxy-site-none');
    if (because === 'excepted') {
      return variable === null ? fine('proxy-excepted-here') : fine('proxy-excepted', { variable });
    }
    return fine(because === 'loopback' ? 'proxy-loopback' : 'proxy-none');
  }
  const { name } = choice.proxy;
  const facts: Facts = { proxy: name, variable };
  try {
    await network.examiner.tunnel(url, wish, signal);
    const code =
      because === 'chosen' || because === 'computer' || because === 'site' ? because : 'used';
    return fine(`proxy-${code}`, facts, { proxy: name });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'network-proxy-method') return problem(error, facts);
    if (error.code !== 'network-proxy') throw error;
    const { status } = error.details;
    if (typeof status !== 'number') return problem(error, facts);
    const code = status === 407 ? 'proxy-sign-in' : 'proxy-refuses';
    return trouble('bad', code, { ...facts, status }, { proxy: name, status, host: url.host });
  }
}

const isThroughProxy = ({ known }: ExaminationContext): boolean =>
  (known.proxy?.proxy ?? null) !== null && known.url?.protocol !== 'http:';

/** As in a URL, IPv6 in brackets. */
const isNumber = (hostname: string): boolean =>
  hostname.startsWith('[') || /^[\d.]+$/.test(hostname);

/** Looks up every address of the name. Through a proxy, the proxy looks it up. */
export async function lookup(visit: ExaminationContext): Promise<Outcome> {
  const { network, known, signal } = visit;
  const { hostname } = requireResult(known.url);
  const proxied = isThroughProxy(visit);
  if (proxied) return fine('lookup-by-proxy', { proxy: known.proxy?.proxy?.name ?? null });
  const addresses = await network.examiner.lookUp(hostname, signal);
  known.addresses = addresses;
  const facts: Facts = { addresses };
  if (isNumber(hostname)) return fine('lookup-unneeded', facts);
  const count = addresses.length;
  return count > usual
    ? trouble('note', 'lookup-many', facts, { number: count })
    : fine('lookup-found', facts);
}

/** Tests whether anything accepts a connection at each address. */
export async function connect(visit: ExaminationContext): Promise<Outcome> {
  const { network, known, signal } = visit;
  if (isThroughProxy(visit)) {
    known.address = null;
    return fine('connect-by-proxy', { proxy: known.proxy?.proxy?.name ?? null });
  }
  const url = requireResult(known.url);
  const tried = requireResult(known.addresses).slice(0, mostTried);
  const ends = await Promise.allSettled(
    tried.map((one) => network.examiner.connect(url, one, signal)),
  );
  if (signal.aborted) throw new AppError('cancelled');
  const answered = tried.filter((_, at) => ends[at]?.status === 'fulfilled');
  const silent = tried.filter((one) => !answered.includes(one));
  const [first] = answered;
  if (first === undefined) {
    const failure = failureOf(ends);
    if (!visit.localNetworkIsGuarded || !hasNoRoute(failure)) throw failure;
    return trouble('bad', 'connect-local-network', { silent: tried }, { host: url.host });
  }
  known.address = first;
  // `localhost` has two addresses, and most servers listen on one of them.
  const isComplete = silent.length === 0 || known.proxy?.because === 'loopback';
  if (isComplete) return fine('connect', { answered });
  return trouble('note', 'connect-some', { answered, silent });
}

/** macOS also returns this if the user has not allowed the app to access the local network. */
const hasNoRoute = (failure: unknown): boolean =>
  failure instanceof AppError && failure.details.reason === 'EHOSTUNREACH';

/** Returns the first address's failure, unless another one at least refused the connection. */
function failureOf(ends: readonly PromiseSettledResult<void>[]): unknown {
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  const refused = reasons.find(
    (reason) => reason instanceof AppError && reason.code === 'network-refused',
  );
  return refused ?? reasons[0] ?? new AppError('internal');
}
