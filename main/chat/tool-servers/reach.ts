import type { StoredServer } from '../../../preload/contract/chat/tool-servers.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { defaultConnection, type Network } from '../../base/network/index.ts';
import type { Policy } from '../../base/policy/index.ts';
import type { Accesses } from '../../systems/access/index.ts';
import type { Links } from '../../systems/links/index.ts';
import type { ProtectedService } from '../../systems/sign-in/index.ts';
import { bounds, type Limits } from './bounds.ts';
import { type Connected, connectProgram, connectService } from './connect.ts';
import { type Identity, identify } from './identity.ts';
import type { ServerLog } from './log.ts';
import type { SessionHooks } from './session.ts';
import type { ServerSignIns } from './sign-in.ts';
import type { KeptServer } from './store.ts';
import { clientSecretName, type createValues } from './values.ts';

export interface ReachDeps {
  readonly network: Pick<Network, 'stream'>;
  readonly policy: Pick<Policy, 'network'>;
  readonly links: Pick<Links, 'to'>;
  readonly access: Pick<Accesses, 'identity'>;
  readonly version: string;
  /** Default `bounds`. */
  readonly limits?: Limits;
}

/** Whether one can sign in for a server: a header that the user entered authenticates its calls by itself. */
export function takesSignIn(target: StoredServer): boolean {
  if (target.kind === 'stdio') return false;
  return !target.headers.some((one) => one.toLowerCase() === 'authorization');
}

/** Finds and connects servers. */
export function createReach(
  deps: ReachDeps,
  values: ReturnType<typeof createValues>,
  signIns: ServerSignIns,
) {
  const { network, policy, links, access, version, limits = bounds } = deps;

  async function identityOf(kept: KeptServer): Promise<Identity> {
    const { name, target, revision, systemId, issuer } = kept;
    const found = await identify(target, `${revision} ${systemId ?? ''}`, issuer);
    if (typeof found !== 'string') return found;
    const program = target.kind === 'stdio' ? target.command : '';
    const code = found === 'none' ? 'tool-server-not-found' : 'tool-server-script';
    throw new AppError(code, { details: { name, program } });
  }

  /** Returns where a service is; null: it is a program. */
  function serviceOf({
    name,
    target,
    systemId,
  }: KeptServer): Omit<ProtectedService, 'challenge'> | null {
    if (target.kind === 'stdio') return null;
    const ofSystem = systemId === null ? null : links.to(systemId, 'webApi').connection;
    return {
      ...{ name, url: new URL(target.url) },
      client: target.clientId === undefined ? null : { id: target.clientId, secret: null },
      connection: ofSystem ?? defaultConnection(policy.network.authorities),
    };
  }

  /** The same with the secret of its client, to sign in with. @throws AppError `tool-server-values`, `vault-locked` */
  async function serviceToSignIn(kept: KeptServer): Promise<ReturnType<typeof serviceOf>> {
    const service = serviceOf(kept);
    if (service === null || service.client === null) return service;
    const own = await values.get(kept.id, kept.name, kept.target);
    return { ...service, client: { ...service.client, secret: own[clientSecretName] ?? null } };
  }

  async function connect(
    kept: KeptServer,
    identity: Identity,
    log: ServerLog,
    hooks: SessionHooks,
    signal: AbortSignal,
  ): Promise<Connected> {
    const { id, name, target, systemId } = kept;
    const own = await values.get(id, name, target);
    log.hide(Object.values(own));
    // Another program may speak another generation.
    const known = kept.identity === identity.identity ? kept.generation : null;
    const options = { name, version, limits, log, known, hooks, signal };
    const service = serviceOf(kept);
    if (target.kind === 'http' && service !== null) {
      const { url, connection } = service;
      const { [clientSecretName]: _, ...headers } = own;
      const isIdentified = systemId !== null && target.certificate;
      const reach = {
        ...{ url, headers, connection },
        identity: isIdentified ? await access.identity(systemId, 'webApi') : null,
      };
      const tokens = takesSignIn(target) ? await signIns.tokensFor(kept, service, log) : null;
      return connectService({ ...options, network, reach, tokens });
    }
    if (target.kind === 'http') throw new AppError('internal');
    const { file, before } = identity.start;
    const { arguments: list, folder } = target;
    const program = { file, arguments: [...before, ...list], folder, environment: own };
    try {
      return await connectProgram({ ...options, ...program });
    } catch (error) {
      // Some older programs end at the first question that they do not know.
      const mayBeOld = error instanceof AppError && error.code === 'tool-server-ended';
      if (known !== null || !mayBeOld || signal.aborted) throw error;
      return connectProgram({ ...options, ...program, known: 'legacy' });
    }
  }

  return { identify: identityOf, connect, serviceOf, serviceToSignIn };
}
