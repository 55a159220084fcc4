import type { App, Session, WebContents } from 'electron';
import type { NavigationRules } from './navigation.ts';
import { isAppUrl } from './origin.ts';

/** What the page may ask of the browser: to write text to the clipboard, after a click. */
const allowedPermissions: readonly string[] = ['clipboard-sanitized-write'];

/** What a page's requests may be for; the network is main's (CSP says so too). */
const allowedSchemes = new Set(['app:', 'data:', 'blob:', 'devtools:']);
/** No web sockets, which no gateway of ours would see. */
const foreignSchemes = new Set(['https:', 'http:', 'data:', 'blob:']);

/** Denies every permission but one, every device, every download and every request to the network. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, decide, details) => {
    decide(allowedPermissions.includes(permission) && isAppUrl(details.requestingUrl));
  });
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => allowedPermissions.includes(permission) && isAppUrl(origin),
  );
  guardRest(session, allowedSchemes);
}

/**
 * The same for the pages of others: no permission at all, and requests only for what pages are made of.
 * Whether these leave by Chromium's network or are answered by main is the caller's.
 */
export function guardForeignSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  guardRest(session, foreignSchemes);
}

/**
 * Leaves a session no way out but what is answered in the app: a proxy that cannot be, on port 0. It
 * stands below everything that a page may ask by, TURN over TCP included, which the policy on WebRTC
 * (`guardContents`) lets through where there is no proxy.
 */
export async function closeNetwork(session: Session): Promise<void> {
  const proxyRules = 'http://127.0.0.1:0';
  await session.setProxy({ mode: 'fixed_servers', proxyRules, proxyBypassRules: '<-loopback>' });
}

function guardRest(session: Session, schemes: ReadonlySet<string>): void {
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest(({ url }, decide) => {
    decide({ cancel: !URL.canParse(url) || !schemes.has(new URL(url).protocol) });
  });
  // Chromium would fetch its dictionaries from the internet, and does so at the second of these calls
  // when there is still a language to fetch one for.
  session.setSpellCheckerLanguages([]);
  session.setSpellCheckerEnabled(false);
}

/**
 * Applies to every page that ever comes to be: it goes where it may, opens nothing, embeds nothing, and
 * its WebRTC sends nothing past a proxy.
 */
export function guardContents(app: App, rules: NavigationRules): void {
  app.on('web-contents-created', (_event, contents) => {
    guardNavigation(contents, rules);
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}

function guardNavigation(contents: WebContents, rules: NavigationRules): void {
  const refuse = (
    event: { preventDefault(): void; url: string; isMainFrame: boolean },
    redirect: boolean,
  ): void => {
    const target = { url: event.url, mainFrame: event.isMainFrame, redirect };
    if (!rules.allows(contents.session, target)) event.preventDefault();
  };
  // `will-frame-navigate` comes for the main frame too.
  contents.on('will-frame-navigate', (event) => refuse(event, false));
  contents.on('will-redirect', (event) => refuse(event, true));
}
