import type { App, Session, WebContents } from 'electron';
import { isAppUrl } from './origin.ts';

/** What the page may ask of the browser: to write text to the clipboard, after a click. */
const allowedPermission = 'clipboard-sanitized-write';

/** What a page's requests may be for; the network is main's (CSP says so too). */
const allowedSchemes = new Set(['app:', 'data:', 'blob:', 'devtools:']);

/** Denies every permission but one, every device, every download and every request to the network. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, decide, details) => {
    decide(permission === allowedPermission && isAppUrl(details.requestingUrl));
  });
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => permission === allowedPermission && isAppUrl(origin),
  );
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest(({ url }, decide) => {
    decide({ cancel: !URL.canParse(url) || !allowedSchemes.has(new URL(url).protocol) });
  });
  // Chromium would fetch its dictionaries from the internet, and does so at the second of these calls
  // when there is still a language to fetch one for.
  session.setSpellCheckerLanguages([]);
  session.setSpellCheckerEnabled(false);
}

/** Applies to every page that ever comes to be: it stays where it is, opens nothing, embeds nothing. */
export function guardContents(app: App): void {
  app.on('web-contents-created', (_event, contents) => {
    guardNavigation(contents);
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}

function guardNavigation(contents: WebContents): void {
  // `will-frame-navigate` comes for the main frame too.
  contents.on('will-frame-navigate', (event) => {
    if (!isAppUrl(event.url) || !event.isMainFrame) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
}
