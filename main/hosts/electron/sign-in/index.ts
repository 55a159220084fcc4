import { BrowserWindow, dialog, type Session, screen, session } from 'electron';
import type { Log, SignInWindow, SignInWindowOptions } from '../../../base/host.ts';
import { closeNetwork, guardForeignSession } from '../guards.ts';
import { labelsFor } from '../labels.ts';
import type { NavigationRules } from '../navigation.ts';
import { lockedPreferences, pageBackground } from '../page-preferences.ts';
import { showWhenReady } from '../window/appear.ts';
import {
  type ClientCertificate,
  describeCertificate,
  findCertificate,
} from './client-certificates.ts';
import { answerPermissions } from './loopback.ts';
import { proxyConfigOf } from './proxy-config.ts';
import { addTrust } from './trust.ts';

/** Room for the provider's pages without scrolling: Keycloak's need about 700 px of height, and were 24 px too wide for 720. */
const size = { width: 800, height: 800 } as const;
/** Delay after which the window is shown even without its page, ms, so that it can be seen and closed. */
const shownAtLatest = 5_000;
/** Chromium's code for a load that another navigation replaced. */
const aborted = -3;

/**
 * Windows for the identity provider's pages: no preload, so no access to main, and a session of their own that is never
 * written to disk.
 */
export function createSignInWindows(deps: {
  readonly rules: NavigationRules;
  /** Returns the app's window, the parent of the new one. */
  readonly parent: () => BrowserWindow | undefined;
  readonly log: Log;
}): (options: SignInWindowOptions) => Promise<SignInWindow> {
  const { rules, parent, log } = deps;
  return async (options) => {
    const own = await prepareSession(options);
    rules.set(own, ({ url }) => options.mayNavigate(url));
    const above = parent();
    const window = new BrowserWindow({
      ...sizeOver(above),
      ...(above === undefined ? {} : { parent: above }),
      show: false,
      title: options.title,
      backgroundColor: pageBackground(),
      autoHideMenuBar: true,
      minimizable: false,
      fullscreenable: false,
      webPreferences: {
        ...lockedPreferences,
        session: own,
        disableDialogs: true,
        devTools: false,
      },
    });
    window.removeMenu();
    // Main's own network reaches only the provider.
    if (options.gateway === null) {
      const { origin } = new URL(options.startUrl);
      answerPermissions(own, { origin, log, ask: (host) => askForLoopback(window, options, host) });
    }
    const closed = follow(window, options, log);
    load(window, options.startUrl, log);
    return {
      async close() {
        closed.expected = true;
        if (!window.isDestroyed()) window.destroy();
        await forget(own);
      },
      focus() {
        if (window.isDestroyed()) return;
        window.show();
        window.focus();
      },
    };
  };
}

/** Returns the size, limited by the screen of the parent window. */
function sizeOver(above: BrowserWindow | undefined): { width: number; height: number } {
  const { workArea } = above
    ? screen.getDisplayMatching(above.getBounds())
    : screen.getPrimaryDisplay();
  return {
    width: Math.min(size.width, workArea.width),
    height: Math.min(size.height, workArea.height),
  };
}

async function prepareSession({
  partition,
  language,
  gateway,
  authorities,
  proxy,
}: SignInWindowOptions): Promise<Session> {
  // Without the prefix "persist:" it is kept in memory.
  const own = session.fromPartition(partition, { cache: false });
  guardForeignSession(own);
  own.setUserAgent(own.getUserAgent(), language === 'ja' ? 'ja,en' : 'en');
  if (gateway === null) {
    addTrust(own, authorities);
    await own.setProxy(proxyConfigOf(proxy));
  } else {
    own.protocol.handle('https', gateway);
    own.protocol.handle('http', gateway);
    await closeNetwork(own);
  }
  return own;
}

/** Asks whether the provider's pages may access programs on this computer. */
async function askForLoopback(
  window: BrowserWindow,
  { language }: SignInWindowOptions,
  host: string,
): Promise<boolean> {
  const labels = labelsFor(language, []);
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    title: labels.askLoopback,
    message: labels.askLoopback,
    detail: labels.askLoopbackText.replace('{host}', host),
    buttons: [labels.doNotAllow, labels.allow],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1;
}

function follow(
  window: BrowserWindow,
  options: SignInWindowOptions,
  log: Log,
): { expected: boolean } {
  const { webContents } = window;
  const closed = { expected: false };
  showWhenReady(window, shownAtLatest);
  window.on('page-title-updated', (event) => event.preventDefault());
  window.on('closed', () => {
    if (!closed.expected) options.onClosed();
  });
  webContents.on('render-process-gone', (_event, { reason }) => {
    log.error('sign-in-page-gone', new Error(reason));
    if (!window.isDestroyed()) window.destroy();
  });
  webContents.on('did-fail-load', (_event, code, reason, url, mainFrame) => {
    if (!mainFrame || code === aborted || window.isDestroyed()) return;
    log.info('sign-in-page-not-loaded', { code, reason });
    const page = options.failurePage({ url, reason });
    load(window, `data:text/html;charset=utf-8,${encodeURIComponent(page)}`, log);
  });
  webContents.on('select-client-certificate', (event, url, list, decide) => {
    // Chromium would take the first.
    event.preventDefault();
    const answer = decide as (certificate?: ClientCertificate) => void;
    choose(options, url, list)
      .then(answer)
      .catch((cause: unknown) => {
        log.error('sign-in-certificate', cause);
        answer();
      });
  });
  return closed;
}

async function choose(
  { selectClientCertificate }: SignInWindowOptions,
  url: string,
  list: readonly ClientCertificate[],
): Promise<ClientCertificate | undefined> {
  // Documented as an address; it is actually `host:port`.
  const host = /^https?:/i.test(url) ? new URL(url).host : url;
  return findCertificate(list, await selectClientCertificate(host, list.map(describeCertificate)));
}

/** Loads a page; `did-fail-load` reports a failure, nothing reports a replaced load. */
function load(window: BrowserWindow, url: string, log: Log): void {
  window.loadURL(url).catch((cause: unknown) => {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    log.info('sign-in-load-ended', { code });
  });
}

/** Clears the session's memory; nothing of it is on disk. */
async function forget(own: Session): Promise<void> {
  for (const scheme of ['https', 'http']) {
    if (own.protocol.isProtocolHandled(scheme)) own.protocol.unhandle(scheme);
  }
  await Promise.all([own.clearStorageData(), own.clearCache(), own.clearAuthCache()]);
  await own.closeAllConnections();
}
