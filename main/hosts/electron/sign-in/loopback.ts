import type { Session } from 'electron';
import type { Log } from '../../../base/host.ts';

/**
 * Chromium's permission for requests to this computer itself (Local Network Access), asked for since Electron 43. Those
 * to other computers nearby have one of their own (`local-network`); the older one for both is not given for either.
 */
const loopback = 'loopback-network';
const nearby: readonly string[] = [loopback, 'local-network', 'local-network-access'];

/**
 * Answers what a provider's pages ask of the browser. They get no permission but one, and that only when the user says
 * so: to reach a program on this computer that helps with signing in (a reader of smart cards). It is asked for once.
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
