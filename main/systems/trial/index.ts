import { AppError, type AppErrorData, type ErrorCode } from '../../../preload/contract/errors.ts';
import type { CallInput, CallOutput, Handlers } from '../../../preload/contract/index.ts';
import type { ProxyInput } from '../../../preload/contract/systems/proxy.ts';
import { requireUsable } from '../../base/addresses/index.ts';
import {
  type BufferedAnswer,
  type Connection,
  defaultConnection,
  type Network,
  type TlsIdentity,
} from '../../base/network/index.ts';
import { readRefusal, refusalError } from '../../base/network/refusal/index.ts';
import type { Policy } from '../../base/policy/index.ts';
import { type Connections, proxyToTry } from '../connections/index.ts';
import { asksForCredentials, checkReach, entriesOf } from '../reach/index.ts';

type Wanted = CallInput<'trial.tryOut'>;
type Tried = CallOutput<'trial.tryOut'>;
type Step = NonNullable<Tried['failed']>['step'];

const patience = { headersTimeout: 10_000, bodyTimeout: 10_000 };
const missing: ErrorCode = 'tls-client-certificate-missing';

/** Tries addresses, and a system before it is added: the first request of its Web API with the certificate, then its generative AI. */
export function createTrial(deps: {
  readonly network: Network;
  readonly certificates: {
    /** @throws AppError `not-found`, `vault-locked` */
    identity(id: string): Promise<TlsIdentity>;
  };
  readonly connections: Pick<Connections, 'of'>;
  readonly policy?: Pick<Policy, 'requireOpen'> | undefined;
}): { readonly calls: Handlers<'trial'> } {
  const { network, certificates, connections, policy } = deps;
  /** The last proxy that was entered, and how many there were: each creates new connections. */
  let entered = { proxy: '', nth: 0 };

  /** @throws AppError `address-invalid`, `locked-by-policy`, `no-system` */
  function connectionOf(wanted: {
    readonly authorities: readonly string[];
    readonly proxy?: ProxyInput | undefined;
    readonly systemId?: string | undefined;
  }): Connection {
    const usual = defaultConnection(wanted.authorities);
    if (wanted.proxy === undefined && wanted.systemId !== undefined) {
      return { ...usual, proxy: connections.of(wanted.systemId).proxy };
    }
    if (wanted.proxy === undefined || wanted.proxy.kind === 'system') return usual;
    policy?.requireOpen('noProxy', 'fixedProxy');
    const proxy = JSON.stringify(wanted.proxy);
    if (entered.proxy !== proxy) entered = { proxy, nth: entered.nth + 1 };
    return { ...usual, proxy: proxyToTry(wanted.proxy, `trial ${entered.nth}`) };
  }

  async function tryWebApi({ webApiUrl, ...wanted }: Wanted): Promise<Tried> {
    const address = requireUsable('webApi', webApiUrl);
    const { certificateId } = wanted;
    const connection = connectionOf(wanted);
    const identity = certificateId === null ? null : await certificates.identity(certificateId);
    /** A token is to be sent instead, which only a session has. */
    const isEnough = identity === null && wanted.signsIn;
    try {
      const url = `${address}/status/`;
      const headers = { accept: 'application/json' };
      const answer = await network.request({ url, headers, identity, connection, ...patience });
      if (asksForCredentials(answer)) {
        if (isEnough) return fine(null);
        return failed('certificate', identity === null ? noCertificate(answer) : refusal(answer));
      }
      if (answer.status < 200 || answer.status > 299) return failed('status', refusal(answer));
      const entries = entriesOf(answer);
      if (entries !== null) return fine(entries);
      const details = { host: new URL(url).host };
      return failed('status', new AppError('answer-shape', { details }).toData());
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause;
      if (cause.code === missing && isEnough) return fine(null);
      return failed(stepOf(cause.code, 'status'), cause.toData());
    }
  }

  async function tryGenai({ genaiUrl, ...wanted }: Wanted): Promise<Tried> {
    const { reached, fits, problem } = await checkReach(
      network,
      'genai',
      genaiUrl ?? '',
      connectionOf(wanted),
    );
    if (reached && fits) return fine(null);
    return failed(problem === null ? 'genai' : stepOf(problem.code, 'genai'), problem);
  }

  return {
    calls: {
      reach: async ({ field, address, ...wanted }) =>
        checkReach(network, field, address, connectionOf(wanted)),
      async tryOut(wanted) {
        const first = wanted.webApiUrl === '' ? fine(null) : await tryWebApi(wanted);
        if (first.failed !== null || wanted.genaiUrl === null) return first;
        const { failed: why } = await tryGenai(wanted);
        // the Web API's own steps have passed
        const step = wanted.webApiUrl === '' ? why?.step : 'genai';
        return why === null || step === undefined ? first : failed(step, why.problem);
      },
    },
  };
}

function fine(machines: number | null): Tried {
  return { failed: null, machines };
}

function failed(step: Step, problem: AppErrorData | null): Tried {
  return { failed: { step, problem }, machines: null };
}

function stepOf(code: ErrorCode, last: Step): Step {
  if (code.startsWith('tls-client-certificate')) return 'certificate';
  if (code.startsWith('tls-')) return 'tls';
  return code.startsWith('network-') ? 'reach' : last;
}

function refusal(answer: BufferedAnswer): AppErrorData {
  return refusalError(readRefusal(answer)).toData();
}

function noCertificate({ url }: BufferedAnswer): AppErrorData {
  return new AppError(missing, { details: { host: new URL(url).host } }).toData();
}
