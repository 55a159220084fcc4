import type { Session } from 'electron';
import type { Log } from '../../../base/host.ts';

/**
 * Chromium's permission for requests to this computer (Local Network Access), requested since Electron 43. Requests to
 * other computers nearby have their own (`local-network`); the older one for both is not granted for either.
 */
const loopback = 'loopback-network';
const nearby: readonly string[] = [loopback, 'local-network', 'local-network-access'];

/**
 * Answers permission requests of a provider's pages. They can get only one permission, and only if the user agrees: to
 * access a program on this computer that helps with signing in (a smart card reader). It is requested once.
 * @param options.ask asks the user, with the provider's host
 */
export function answerPermissions(
  session: Pick<Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler'>,
  options: {
    readonly origin: string;
    readonly ask: (host: string) => Promise<boolean>;
    readonly log: Log;
  },
): void {
  const { origin, ask, log } = options;
  let asked: Promise<boolean> | null = null;
  let isAllowed = false;

  const decide = async (permission: string, from: string): Promise<boolean> => {
    if (permission !== loopback || from !== origin) {
      if (nearby.includes(permission)) log.info('sign-in-network-denied', { permission, from });
      return false;
    }
    asked ??= ask(new URL(origin).host).then((said) => {
      isAllowed = said;
      log.info(said ? 'sign-in-network-allowed' : 'sign-in-network-denied', { permission, from });
      return said;
    });
    return asked;
  };

  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) => {
    decide(permission, originOf(requestingUrl)).then(answer, (cause: unknown) => {
      log.error('sign-in-network', cause);
      answer(false);
    });
  });
  session.setPermissionCheckHandler(
    (_contents, permission, from) =>
      permission === loopback && isAllowed && originOf(from) === origin,
  );
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : 'not-a-url');
