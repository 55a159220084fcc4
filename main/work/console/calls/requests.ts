import { ignoring } from '../../../../common/ignoring.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Handlers, ParsedInput } from '../../../../preload/contract/index.ts';
import type { Settings } from '../../../../preload/contract/settings/settings.ts';
import type {
  ConsoleRequest,
  ExactRequest,
} from '../../../../preload/contract/work/console-requests.ts';
import { safeFileName } from '../../../base/files/file-name.ts';
import type { Host } from '../../../base/host.ts';
import type { Network } from '../../../base/network/index.ts';
import type { Policy } from '../../../base/policy/index.ts';
import type { Database } from '../../../base/storage/database.ts';
import type { Access } from '../../../systems/access/index.ts';
import type { Links } from '../../../systems/links/index.ts';
import type { TokenSide } from '../../../systems/sign-in/types.ts';
import type { ComputeApis } from '../../apis.ts';
import { lockOf } from '../../operations/index.ts';
import type { Family } from '../../operations/types.ts';
import type { createDescriptions } from '../descriptions.ts';
import type { createDownloads } from '../downloads.ts';
import { effectOf } from '../effects.ts';
import type { Exchanges } from '../exchanges.ts';
import { createHistory } from '../history.ts';
import { type Prepared, prepareRequest } from '../request/exact.ts';
import type { HeldFiles } from '../request/held.ts';
import { type SentAnswer, sendRequest } from '../sending.ts';
import { serversOf } from '../servers.ts';
import type { ConsoleStore } from '../store.ts';
import type { Variables } from '../variables.ts';
import { fileNameOf } from './file-names.ts';

export interface RequestsDeps {
  readonly store: ConsoleStore;
  readonly database: Database;
  readonly held: HeldFiles;
  readonly exchanges: Exchanges;
  readonly downloads: ReturnType<typeof createDownloads>;
  readonly variables: Variables;
  readonly descriptions: ReturnType<typeof createDescriptions>;
  readonly family: (systemId: string) => Family | null;
  readonly policy: Pick<Policy, 'requireOpen'>;
  readonly links: Pick<Links, 'open'>;
  readonly apis: Pick<ComputeApis, 'access'>;
  readonly sessions: Pick<TokenSide, 'isCertificateBound'>;
  readonly network: Pick<Network, 'request' | 'stream'>;
  readonly files: Host['files'];
  readonly kept: () => Pick<Settings, 'keepChanges'>;
  readonly historyChanged: (systemId: string) => void;
  readonly requireOpen: (systemId?: string) => void;
  readonly now: () => Date;
}

type RequestCalls = Pick<
  Handlers<'apiConsole'>,
  | 'hold'
  | 'release'
  | 'prepare'
  | 'send'
  | 'cancel'
  | 'body'
  | 'lines'
  | 'saveBody'
  | 'download'
  | 'pauseDownload'
  | 'resumeDownload'
  | 'cancelDownload'
>;

type Asked = Pick<ParsedInput<'apiConsole.send'>, 'systemId' | 'request' | 'confirmed'>;
type PreparedExact = Prepared & { readonly exact: ExactRequest };
type Sent = (
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  left?: () => void,
) => Promise<SentAnswer>;

/** Requests: shown exactly, sent once, their answers kept or saved. */
function createRequests(deps: RequestsDeps) {
  const { store, descriptions } = deps;

  async function prepare(systemId: string, request: ConsoleRequest): Promise<PreparedExact> {
    const { descriptionId, operation } = request;
    const found =
      descriptionId === null || operation === null
        ? null
        : await descriptions.operationOf(systemId, descriptionId, operation);
    const [link, variables] = await Promise.all([
      deps.links.open(systemId, 'webApi'),
      deps.variables.named(systemId, JSON.stringify({ ...request, body: textsOf(request.body) })),
    ]);
    const chosen =
      descriptionId === null
        ? null
        : (await descriptions.requireOne(systemId, descriptionId)).server;
    const [usual] = serversOf(link.address, found?.parts.servers ?? []);
    // What the user said of an operation holds as long as the request is that operation.
    const isSame = operation === `${request.method} ${request.path}`;
    const prepared = prepareRequest({
      ...{ request, variables, link, held: deps.held.get, now: deps.now() },
      presents:
        link.certificateId !== null &&
        (!link.onlyForBoundToken || deps.sessions.isCertificateBound(systemId)),
      parts: found?.parts ?? null,
      server: request.server ?? chosen ?? usual?.url ?? link.address,
      effect: effectOf(
        request.method,
        request.path,
        deps.family(systemId),
        isSame ? (found?.kept.effect ?? null) : null,
      ),
    });
    const { exact } = prepared;
    // Most stay at the system's origin: those wait for no storage.
    const allowed =
      !exact.elsewhere || (await store.settings(systemId)).origins.includes(exact.origin);
    return { ...prepared, exact: { ...exact, allowed } };
  }

  /** Returns what sends the request that the user has seen. @throws AppError as `apiConsole.send` */
  async function ready({
    systemId,
    request,
    confirmed,
  }: Asked): Promise<PreparedExact & { send: Sent }> {
    const prepared = await prepare(systemId, request);
    const { exact, built } = prepared;
    const lock = lockOf(built.method, new URL(built.url).pathname);
    if (lock !== null) deps.policy.requireOpen(lock);
    requireSendable(exact);
    const isConfirmed = confirmed === exact.hash;
    if (exact.effect === 'changes' ? !isConfirmed : confirmed !== null && !isConfirmed) {
      throw new AppError('request-not-confirmed');
    }
    if (!exact.allowed)
      throw new AppError('origin-not-allowed', { details: { host: exact.origin } });
    const { connection } = await deps.links.open(systemId, 'webApi');
    return {
      ...prepared,
      async send(headers, signal, left) {
        const own = exact.elsewhere ? null : await deps.apis.access(systemId);
        // The system may have moved since the user saw it, or a sign-in may have brought a token bound to a certificate.
        if (own !== null && !isAsShown(own.access, exact)) {
          throw new AppError('request-not-confirmed');
        }
        const answer = sendRequest(deps.network, {
          ...{ built, own, connection, headers, signal, reads: exact.effect === 'reads' },
          withoutToken: !exact.token,
        });
        left?.();
        return answer;
      },
    };
  }

  return { prepare, ready };
}

/** The calls of requests and their answers. */
export function requestCalls(deps: RequestsDeps): RequestCalls {
  const { exchanges, downloads, requireOpen } = deps;
  const history = createHistory(deps);
  const { prepare, ready } = createRequests(deps);
  return {
    async hold({ name, type, bytes }) {
      requireOpen();
      const { id, size } = await deps.held.hold(name, type, bytes);
      return { id, name, type, size };
    },
    async release({ id }) {
      requireOpen();
      deps.held.release(id);
    },
    async prepare({ systemId, request }) {
      requireOpen(systemId);
      return (await prepare(systemId, request)).exact;
    },
    async send(asked) {
      const { systemId, request } = asked;
      requireOpen(systemId);
      const { exact, send, shownAddress } = await ready(asked);
      const { id, write, ended } = history.entry(systemId, exact.url, request);
      // What changes something is in the history before it leaves; what reads, when it has left: the key of a
      // certificate comes out of the storage too.
      if (exact.effect === 'changes') await write();
      const left = (): void => void ignoring('the end waits for it, and tells why not', write());
      exchanges.start({ id, systemId, shownAddress }, (signal) => send({}, signal, left), ended);
      return { id };
    },
    async cancel({ systemId, id }) {
      requireOpen(systemId);
      exchanges.cancel(systemId, id);
    },
    async body({ systemId, id }) {
      requireOpen(systemId);
      const { answer, received } = exchanges.received(systemId, id);
      const { kind, kept } = received;
      if (kind === 'image' || kind === 'binary') return { bytes: new Uint8Array(kept) };
      return { text: textIn(kept, answer.headers['content-type']) };
    },
    async lines({ systemId, id, from }) {
      requireOpen(systemId);
      const { received } = exchanges.received(systemId, id);
      const found = received.lines?.from(from);
      return { from: found?.from ?? from, lines: [...(found?.lines ?? [])] };
    },
    async saveBody({ systemId, id }, sender) {
      requireOpen(systemId);
      const { answer, received } = exchanges.received(systemId, id);
      const lines = received.lines?.from(0).lines.map((line) => `${line}\n`);
      const bytes = lines === undefined ? received.kept : Buffer.from(lines.join(''));
      const name = safeFileName(fileNameOf(answer));
      return deps.files.save({ name, bytes, secret: false }, sender);
    },
    async download(asked, sender) {
      const { systemId, request } = asked;
      requireOpen(systemId);
      const { exact, send } = await ready(asked);
      const reads = exact.effect === 'reads';
      const name = fileNameOf({ url: exact.url, headers: {} });
      const begin = async () => {
        const entry = history.entry(systemId, exact.url, request);
        await entry.write();
        return entry;
      };
      return downloads.start({ systemId, name, reads, begin }, send, sender);
    },
    async pauseDownload({ systemId, id }) {
      requireOpen(systemId);
      downloads.pause(systemId, id);
    },
    async resumeDownload({ systemId, id }) {
      requireOpen(systemId);
      downloads.resume(systemId, id);
    },
    async cancelDownload({ systemId, id }) {
      requireOpen(systemId);
      downloads.cancel(systemId, id);
    },
  };
}

/** Without files: only texts name variables. */
function textsOf(body: ConsoleRequest['body']): unknown {
  return body?.kind === 'file' ? null : body;
}

/** @throws AppError `request-variable-unknown`, `request-value-missing` */
function requireSendable({ unknownVariables, missing }: Prepared['exact']): void {
  const [unknown] = unknownVariables;
  if (unknown !== undefined) {
    throw new AppError('request-variable-unknown', { details: { name: unknown } });
  }
  const hole = missing.find(({ in: place }) => place === 'path');
  if (hole !== undefined) {
    throw new AppError('request-value-missing', { details: { name: hole.name.slice(0, 100) } });
  }
}

const isAsShown = (
  { address, identity }: Access,
  { origin, certificate, effect }: Prepared['exact'],
): boolean =>
  new URL(address).origin === origin && (effect === 'reads' || (identity !== null) === certificate);

/** Decodes as the server says, else as UTF-8. */
function textIn(bytes: Uint8Array, type: string | undefined): string {
  const charset = /charset *= *["']?([\w.:-]{1,40})/i.exec(type ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
