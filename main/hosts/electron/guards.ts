import type { App, Session, WebContents } from 'electron';
import type { NavigationRules } from './navigation.ts';
import { isAppUrl } from './origin.ts';

/** Browser permissions of the page: writing text to the clipboard, after a click. */
const allowedPermissions: readonly string[] = ['clipboard-sanitized-write'];

/** Schemes of a page's requests; main has the network (CSP says so too). */
const allowedSchemes = new Set(['app:', 'data:', 'blob:', 'devtools:']);
/** Without web sockets, which our gateway would not see. */
const foreignSchemes = new Set(['https:', 'http:', 'data:', 'blob:']);

/** Denies every permission but one, every device, every download and every network request. */
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
 * Does the same for other pages: no permission at all, and requests only for page resources. The caller decides whether
 * Chromium's network or main answers them.
 */
export function guardForeignSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  guardRest(session, foreignSchemes);
}

/**
 * Closes a session's network by an impossible proxy on port 0; only the app's own answers remain. The proxy is below
 * every API of a page, including TURN over TCP, which the WebRTC policy (`guardContents`) allows without a proxy.
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
  // Chromium would download its dictionaries from the internet, and does so at the second of these calls if a language
  // is still set.
  session.setSpellCheckerLanguages([]);
  session.setSpellCheckerEnabled(false);
}

/**
 * Applies to every page that is ever created: it navigates only where allowed, opens nothing, embeds nothing, and its
 * WebRTC sends nothing past a proxy.
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
  // `will-frame-navigate` is emitted for the main frame too.
  contents.on('will-frame-navigate', (event) => refuse(event, false));
  contents.on('will-redirect', (event) => refuse(event, true));
}
