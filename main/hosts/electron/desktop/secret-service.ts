import { setTimeout as delay } from 'node:timers/promises';
import { withResolvers } from '../../../base/async/with-resolvers.ts';
import type { Log } from '../../../base/host.ts';
import { type Bus, busDaemon, connectBus, sessionBusOf } from './bus.ts';
import { type BusMessage, booleanInVariant, firstText, pathAfterList } from './messages.ts';

/** The desktop's keyring (Secret Service API); its lock is checked before Electron uses it. */
export interface SecretService {
  /** State of the default keyring: missing, locked, or usable as far as known. Never rejects. */
  state(): Promise<'missing' | 'locked' | 'open'>;
  /** Shows the desktop's prompt and waits until the user has answered it. Never rejects. */
  unlock(): Promise<void>;
}

const name = 'org.freedesktop.secrets';
const service = {
  name,
  path: '/org/freedesktop/secrets',
  interface: 'org.freedesktop.Secret.Service',
};
const collection = 'org.freedesktop.Secret.Collection';
const prompt = 'org.freedesktop.Secret.Prompt';
/** The path that the service returns for "none". */
const nothing = '/';
/** Timeout of the service at the start, ms. */
const patience = 5_000;

/** @returns null without a session bus */
export function createSecretService(options: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly user: number;
  readonly log: Log;
  readonly patience?: number;
}): SecretService | null {
  const { env, user, log } = options;
  const found = sessionBusOf(env);
  if (found === null) return null;
  const path: string = found;

  async function defaultIn(bus: Bus): Promise<string | null> {
    const keyring = firstText(
      await bus.call({ ...service, member: 'ReadAlias', texts: ['default'] }),
    );
    return keyring === null || keyring === nothing ? null : keyring;
  }

  async function isLocked(bus: Bus, keyring: string): Promise<boolean> {
    const properties = { name, path: keyring, interface: 'org.freedesktop.DBus.Properties' };
    const answer = await bus.call({ ...properties, member: 'Get', texts: [collection, 'Locked'] });
    return booleanInVariant(answer) === true;
  }

  async function withBus<T>(
    work: (bus: Bus) => Promise<T>,
    otherwise: T,
    onSignal: (signal: BusMessage) => void = () => undefined,
  ): Promise<T> {
    try {
      const bus = await connectBus(path, user, onSignal);
      return await work(bus).finally(() => bus.close());
    } catch (cause) {
      log.info('keyring-not-asked', { reason: String(cause) });
      return otherwise;
    }
  }

  async function ask(bus: Bus, answered: Promise<void>, follow: (at: string) => void) {
    const keyring = await defaultIn(bus);
    if (keyring === null || !(await isLocked(bus, keyring))) return;
    const answer = await bus.call({ ...service, member: 'Unlock', paths: [keyring], texts: [] });
    const at = pathAfterList(answer);
    if (at === null || at === nothing) return;
    follow(at);
    const rule = `type='signal',sender='${name}',interface='${prompt}',path='${at}'`;
    await bus.call({ ...busDaemon, member: 'AddMatch', texts: [rule] });
    // without a window id: Wayland windows have none
    await bus.call({ name, path: at, interface: prompt, member: 'Prompt', texts: [''] });
    await Promise.race([answered, bus.ended]);
  }

  return {
    state: () =>
      Promise.race([
        withBus(async (bus) => {
          const keyring = await defaultIn(bus);
          if (keyring === null) return 'missing';
          return (await isLocked(bus, keyring)) ? 'locked' : 'open';
        }, 'open' as const),
        delay(options.patience ?? patience, 'open' as const, { ref: false }),
      ]),
    unlock() {
      const answered = withResolvers<void>();
      let at: string | null = null;
      return withBus(
        (bus) =>
          ask(bus, answered.promise, (path) => {
            at = path;
          }),
        undefined,
        ({ interface: of, member, path }) => {
          if (of === prompt && member === 'Completed' && path === at) answered.resolve();
        },
      );
    },
  };
}
