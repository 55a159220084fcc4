import { AppError } from '../../preload/contract/errors.ts';
import type { ComputeApiChoice } from '../../preload/contract/work/compute-api.ts';
import type { BufferedAnswer, Network } from '../base/network/index.ts';
import { callWebApi, type Refusals } from '../machines/monitor/index.ts';
import type { Access, Accesses } from '../systems/access/index.ts';
import type { SystemsReader } from '../systems/list/types.ts';
import {
  createFieldApi,
  createFirecrestApi,
  createIriApi,
  createSlurmApi,
  createSlurmSshApi,
  errorOfSlurm,
} from './operations/index.ts';
import type { ApiRequest, ComputeApi, Remote, Send, SendElsewhere } from './operations/types.ts';
import type { Ssh } from './ssh/index.ts';

type SshChoice = Extract<ComputeApiChoice, { family: 'slurm-ssh' }>;
/** Choices that are reached by the system's own route. */
export type HttpChoice = Exclude<ComputeApiChoice, SshChoice>;

export interface ApisDeps {
  readonly systems: Pick<SystemsReader, 'get'>;
  readonly access: Pick<Accesses, 'openWebApi'>;
  readonly network: Pick<Network, 'request'>;
  readonly ssh: Pick<Ssh, 'to' | 'retry'>;
}

/** The compute APIs of the systems, each by the system's own route. */
export interface ComputeApis {
  /** Returns null for a system without one. @throws AppError `no-system` */
  of(systemId: string): ComputeApi | null;
  /** @throws AppError `no-system`; `not-found` for a system without one */
  open(systemId: string): ComputeApi;
  /** Returns how the system's Web API is called, and how it refuses a token. @throws AppError as `openWebApi` */
  access(systemId: string): Promise<{ readonly access: Access; readonly refusals?: Refusals }>;
  /** Returns how requests of a family reach a system, whether it is the system's own or is tried. */
  sender(systemId: string, choice: HttpChoice): Send;
  /** The user asks again: what waits for them since a refusal is tried anew. */
  retry(systemId: string): void;
}

export function createComputeApis(deps: ApisDeps): ComputeApis {
  const { systems, ssh } = deps;
  const remotes = new WeakMap<Remote, ComputeApi>();
  const sender = (systemId: string, choice: HttpChoice): Send => {
    return async (request, signal) => {
      const access = await deps.access.openWebApi(systemId);
      return sendRequest(deps.network, withNames(access, choice), choice, request, signal);
    };
  };
  const elsewhere = (systemId: string, choice: ComputeApiChoice): SendElsewhere => {
    return async (request, signal) => {
      const access = await deps.access.openWebApi(systemId);
      return sendElsewhere(deps.network, access, choice, request, signal);
    };
  };
  /** Kept while the choice is the same: some learn what their machines are called. */
  const made = new Map<string, { readonly choice: string; readonly api: ComputeApi }>();
  const of = (systemId: string): ComputeApi | null => {
    const choice = systems.get(systemId).computeApi ?? null;
    if (choice === null) return null;
    if (choice.family === 'slurm-ssh') return bySsh(systemId, choice);
    const written = JSON.stringify(choice);
    const kept = made.get(systemId);
    if (kept?.choice === written) return kept.api;
    const api = createApi(sender(systemId, choice), elsewhere(systemId, choice), choice);
    made.set(systemId, { choice: written, api });
    return api;
  };
  // What it has learnt of the other side stays with the connection.
  const bySsh = (systemId: string, { host, user }: SshChoice): ComputeApi => {
    const remote = ssh.to(systemId, { host, user: user ?? null });
    const api = remotes.get(remote) ?? createSlurmSshApi(remote);
    remotes.set(remote, api);
    return api;
  };
  return {
    of,
    async access(systemId) {
      const access = await deps.access.openWebApi(systemId);
      const choice = systems.get(systemId).computeApi ?? null;
      if (choice === null || choice.family === 'slurm-ssh') return { access };
      return { access: withNames(access, choice), ...refusalsOf(choice) };
    },
    sender,
    retry: ssh.retry,
    open(systemId) {
      const api = of(systemId);
      if (api === null) throw new AppError('not-found', { details: { what: 'compute-api' } });
      return api;
    },
  };
}

function createApi(send: Send, elsewhere: SendElsewhere, choice: HttpChoice): ComputeApi {
  const { user = null } = choice;
  switch (choice.family) {
    case 'field':
      return createFieldApi(send);
    case 'firecrest':
      return createFirecrestApi(send, { user, elsewhere });
    case 'iri':
      return createIriApi(send, choice);
    case 'slurm': {
      const { version, accounting = false, cluster = 'slurm' } = choice;
      return createSlurmApi(send, { version, accounting, cluster, user });
    }
  }
}

/** Sends a request by the system's route. It is repeated only as `callWebApi` does. */
async function sendRequest(
  network: Pick<Network, 'request'>,
  access: Access,
  choice: HttpChoice,
  request: ApiRequest,
  signal: AbortSignal | undefined,
): Promise<BufferedAnswer> {
  const { method, path, query, headers = {}, reads, maxBytes, timeoutMs, into } = request;
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  const { body, type, length } = await bodyOf(request);
  return callWebApi(network as Network, access, {
    path: `${path}${search}`,
    method,
    headers: {
      accept: 'application/json',
      ...headers,
      ...(type !== null && { 'content-type': type }),
      ...(length !== null && { 'content-length': String(length) }),
    },
    reads,
    // A redirect of a call that changes something could run it twice.
    redirects: reads ? 'follow' : 'return',
    ...refusalsOf(choice),
    ...(body !== undefined && { body }),
    ...(maxBytes !== undefined && { maxBytes }),
    ...(timeoutMs !== undefined && { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }),
    ...(signal !== undefined && { signal }),
    ...(into !== undefined && { into }),
  });
}

/** From sending a part to its answer, and from asking for a file to its first bytes, ms. */
const storageTimeoutMs = 1_800_000;

/** Sends a request to the storage of large files: without certificate and token, and to no other origin. */
async function sendElsewhere(
  network: Pick<Network, 'request'>,
  { address, connection }: Pick<Access, 'address' | 'connection'>,
  choice: ComputeApiChoice,
  { url, method, headers, body, maxBytes, into }: Parameters<SendElsewhere>[0],
  signal: AbortSignal | undefined,
): Promise<BufferedAnswer> {
  const { origin } = URL.canParse(url) ? new URL(url) : { origin: url.slice(0, 200) };
  const own = new URL(address).origin;
  const allowed = choice.family === 'firecrest' ? choice.storage : undefined;
  if (origin !== own && (allowed === undefined || new URL(allowed).origin !== origin)) {
    throw new AppError('storage-not-allowed', { details: { host: origin } });
  }
  return network.request({
    ...{ url, method, connection, redirects: 'return' },
    headersTimeout: storageTimeoutMs,
    headers: { ...headers, ...(body !== undefined && { 'content-length': String(body.size) }) },
    ...(body !== undefined && { body: () => body.pieces() }),
    ...(into !== undefined && { into }),
    ...(maxBytes !== undefined && { maxBytes }),
    ...(signal !== undefined && { signal }),
  });
}

async function bodyOf({ body }: ApiRequest) {
  if (body === undefined || typeof body === 'string') return { body, type: null, length: null };
  if ('pieces' in body) return { body: () => body.pieces(), type: body.type, length: body.size };
  const form = new Response(body);
  const bytes = new Uint8Array(await form.arrayBuffer());
  return { body: bytes, type: form.headers.get('content-type'), length: bytes.byteLength };
}

function refusalsOf(choice: HttpChoice): { readonly refusals?: Refusals } {
  const by = (statusPath: string): { readonly refusals: Refusals } => ({
    refusals: { statusPath, mayBeSpent: () => false },
  });
  switch (choice.family) {
    case 'field':
      return {};
    case 'firecrest':
      return by('/status/systems');
    case 'iri':
      // Its states of machines are for everybody; the tasks are the user's own.
      return by(`/api/${choice.version}/task`);
    case 'slurm':
      return { refusals: refusalsOfSlurm(choice.version) };
  }
}

/** slurmrestd says 500 (22.05) or 511 (24.11) for a spent token; 500 with a number of its own for an unknown job. */
const refusalsOfSlurm = (version: string): Refusals => ({
  statusPath: `/slurm/${version}/ping`,
  mayBeSpent: (answer) =>
    answer.status === 511 || (answer.status === 500 && errorOfSlurm(answer)?.isUnknownJob !== true),
});

/** slurmrestd up to 22.05 knows the token only by headers of its own, with the user's name. */
function withNames(access: Access, choice: HttpChoice): Access {
  const { authorization } = access;
  if (authorization === null || choice.family !== 'slurm' || choice.user === undefined) {
    return access;
  }
  const { user } = choice;
  type Attached = Awaited<ReturnType<typeof authorization.attach>>;
  const named = (attached: Attached): Attached => ({
    ...attached,
    headers: {
      ...attached.headers,
      'x-slurm-user-name': user,
      'x-slurm-user-token': attached.grant.accessToken,
    },
  });
  return {
    ...access,
    authorization: {
      attach: async () => named(await authorization.attach()),
      renew: async (refused) => named(await authorization.renew(refused)),
      async renewIfPossible(refused) {
        const newer = await authorization.renewIfPossible(refused);
        return newer && named(newer);
      },
      refusedAgain: authorization.refusedAgain,
    },
  };
}
