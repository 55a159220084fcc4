import { onTestFinished } from 'vitest';
import { defaultConnection, type TlsIdentity } from '../../../main/base/network/index.ts';
import { readAuthorities } from '../../../main/base/x509/authorities.ts';
import { openPki } from '../../../main/demo/pki/index.ts';
import { callWebApi } from '../../../main/machines/monitor/index.ts';
import type { Session } from '../../../preload/contract/systems/session.ts';
import {
  type Behaviour,
  type Context,
  hostileClient,
  startHostileProvider,
} from '../servers/hostile-provider.ts';
import { browse, signInWorld, systemId } from './sign-in.ts';
import { temporaryFolder } from './world.ts';

/** Over http the identity is not shown to anyone; it makes the window go through the gateway. */
async function makeKeys() {
  const folder = await temporaryFolder();
  const { authority } = await openPki(folder.path);
  const user = await authority.issue({ commonName: 'Grace', purpose: 'client' });
  const server = await authority.issue({ commonName: 'localhost', purpose: 'server' });
  await folder.remove();
  const identity: TlsIdentity = {
    name: 'grace',
    certificatePem: user.certificatePem,
    privateKeyPem: user.keyPem,
    notAfter: '2099-01-01T00:00:00.000Z',
  };
  const tls = { key: server.keyPem, cert: server.certificatePem };
  return { identity, tls, authorities: readAuthorities(Buffer.from(authority.pem)) };
}
let made: ReturnType<typeof makeKeys> | undefined;
const keys = (): ReturnType<typeof makeKeys> => {
  made ??= makeKeys();
  return made;
};

/** The sign-in domain with a provider that behaves like this, and a Web API behind it. */
export async function meet(behaviour: Behaviour, over: 'http' | 'https' = 'http') {
  const { identity, tls, authorities } = await keys();
  const provider = await startHostileProvider(behaviour, over === 'https' ? tls : null);
  const world = await signInWorld({
    identity,
    preset: hostileClient,
    system: { authUrl: provider.origin, webApiUrl: provider.origin, authorities },
  });
  onTestFinished(() => provider[Symbol.asyncDispose]());
  const call = () =>
    callWebApi(
      world.network,
      {
        address: provider.origin,
        identity: null,
        connection: defaultConnection(),
        authorization: world.signIn.authorization(systemId),
      },
      { path: '/status/' },
    );
  return { provider, world, call };
}

export type Met = Awaited<ReturnType<typeof meet>>;

/** Opens the window and follows what it shows; the attempt may be over then, or not. */
export async function visit({ world }: Met) {
  await world.start('window');
  const window = world.windows.at(-1);
  if (window === undefined) throw new Error('no window was opened');
  return browse(window, window.options.startUrl);
}

/** One attempt by the window, until its end. */
export async function attempt(
  behaviour: Behaviour,
  over: 'http' | 'https' = 'http',
): Promise<Met & { session: Session }> {
  const met = await meet(behaviour, over);
  try {
    await visit(met);
  } catch (cause) {
    // Refused before a window was opened; the session says why.
    if (met.world.windows.length > 0) throw cause;
  }
  const session = await met.world.until(({ cause }) =>
    ['attempt-ended', 'signed-in'].includes(cause.code),
  );
  return { ...met, session };
}

export const exchanged = (body: (context: Context) => unknown): Behaviour => ({
  exchange: (context) => ({ body: body(context) }),
});
export const idToken = (token: (context: Context) => string): Behaviour =>
  exchanged((context) => context.answer({ id_token: token(context) }));
export const claimed = (change: Record<string, unknown>): Behaviour =>
  idToken(({ sign, claims }) => sign(claims(change)));

export const now = (): number => Math.floor(Date.now() / 1000);

/** An access token that is a JWT, for an answer: issued now by the provider's clock, for 300 seconds. */
export function jwtAccess(at: Context, claims: Readonly<Record<string, unknown>> = {}) {
  return { access_token: at.sign({ ...at.claims(), ...claims }) };
}
