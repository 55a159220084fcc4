import type { OfferedCertificate } from '../../preload/contract/systems/session.ts';
import type { ProxySettings } from './proxy-settings.ts';

/**
 * A window for the identity provider's pages: sandboxed, no preload, in a session of its own that is
 * kept in memory only (a partition name without `persist:`) and cleared when the window closes.
 * Downloads, permissions, new windows and devtools are refused; the title does not follow the page.
 */
export interface SignInWindowOptions {
  readonly startUrl: string;
  readonly title: string;
  readonly language: 'en' | 'ja';
  /** Unique per attempt. */
  readonly partition: string;
  /**
   * Answers every request of the window's session, of any kind: pass it to `session.protocol.handle('https', gateway)`,
   * and `'http'` as well. Never rejects. A 3xx answer has an absolute `location` at the provider's origin; pass it to
   * Chromium unchanged. Null if the system has no imported certificate: then Chromium's own network is used, with the
   * operating system's certificates and `authorities`.
   */
  readonly gateway: ((request: Request) => Promise<Response>) | null;
  /**
   * Called with the address of every navigation and redirect of the main frame before it is followed (`will-navigate`,
   * `will-redirect`; with `will-frame-navigate` for frames), with either network. False: prevent it. If the address is
   * the redirect URL, this call ends the attempt, so the code reaches no page.
   */
  readonly mayNavigate: (url: string) => boolean;
  /** Without a gateway only: PEM of additional trusted authorities (`setCertificateVerifyProc`). */
  readonly authorities: readonly string[];
  /** Without a gateway only: the proxy of Chromium's network (`session.setProxy`), set before the first request. */
  readonly proxy: ProxySettings;
  /**
   * Without a gateway only: `did-fail-load` of the main frame (not -3, aborted). Returns a page in the user's language
   * to load instead, so that the window is never blank.
   */
  readonly failurePage: (failure: { readonly url: string; readonly reason: string }) => string;
  /**
   * Without a gateway only: `select-client-certificate`. Always call `preventDefault()`; returns the fingerprint
   * (SHA-256 of the DER, lower-case hex) that the user chose, or null for none. Never silently the first.
   */
  readonly selectClientCertificate: (
    host: string,
    offered: readonly OfferedCertificate[],
  ) => Promise<string | null>;
  /** The user closed the window. Not called after `close()`. */
  readonly onClosed: () => void;
}

export interface SignInWindow {
  /** Closes the window and clears its session. Closing it again does nothing. */
  close(): Promise<void>;
  /** Brings it to the front. */
  focus(): void;
}

/**
 * A tab for the identity provider's pages, served on loopback under a new host name each time, so that it shares no
 * cookies or storage. Serves only a browser that came through `page`.
 */
export interface SignInTabOptions {
  /** The provider's first page; the tab's origin stands in for this page's origin. */
  readonly startUrl: string;
  /** Answers every request of the tab as if sent to the provider's origin. Never rejects. */
  readonly answer: (request: Request) => Promise<Response>;
  /** Called when a used entry address is requested again: somebody else may have come first. */
  readonly onSecondUse: () => void;
}

export interface SignInTab {
  /**
   * Returns a path at the host's own origin that leads a browser to the tab, once and within a minute; new each time.
   */
  page(): string;
  /** Removes the tab's origin; running answers get a second to end. Closing it again does nothing. */
  close(): Promise<void>;
}
