import type { Page } from 'playwright';
import type { Session } from '../../../preload/contract/systems/session.ts';

/**
 * Stands between the page and main from the next load on: the page sees every session as `alter` makes it.
 * For states that only Electron or a moment of a second has; everything else is main's own.
 */
export async function alterSessions(page: Page): Promise<(alter: Alter) => void> {
  let alter: Alter = (session) => session;
  await page.routeWebSocket(/\/socket\?/, (toPage) => {
    const toMain = toPage.connectToServer();
    toPage.onMessage((message) => toMain.send(message));
    toMain.onMessage((message) => {
      const said: unknown = JSON.parse(String(message));
      toPage.send(JSON.stringify(said, (_key, value: unknown) => altered(value, alter)));
    });
  });
  return (next) => {
    alter = next;
  };
}

type Alter = (session: Session) => Session;

function altered(value: unknown, alter: Alter): unknown {
  return isSession(value) ? alter(value) : value;
}

function isSession(value: unknown): value is Session {
  return (
    typeof value === 'object' && value !== null && 'redirectUrls' in value && 'settings' in value
  );
}
