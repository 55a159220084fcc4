import type { Language } from '../../../../common/texts/language.ts';
import type { AppError } from '../../../../preload/contract/errors.ts';
import type {
  OfferedCertificate,
  SignInWay,
} from '../../../../preload/contract/systems/session.ts';
import type { Host, Log } from '../../../base/host.ts';
import type { Connection, Network, TlsIdentity } from '../../../base/network/index.ts';
import type { Authorization, Provider } from '../provider/index.ts';
import type { StoredSettings } from '../settings.ts';

/** The parts of the host that ways need. */
export type SignInHost = Pick<
  Host,
  'openSignInWindow' | 'openSignInTab' | 'openExternal' | 'leave' | 'preferredLanguages'
>;

export interface WayOptions {
  readonly systemName: string;
  readonly way: SignInWay;
  readonly settings: StoredSettings;
  readonly network: Network;
  readonly identity: TlsIdentity | null;
  /** Trust and proxy settings for the provider. */
  readonly connection: Connection;
  readonly host: SignInHost;
  readonly language: 'system' | Language;
  readonly log: Log;
  /** Returns whether the provider may be asked once more; each yes is used up. */
  readonly mayRetry: () => boolean;
  /** Whether the app tries the request before the user's browser goes there: the redirect URL may not be registered. */
  readonly triesFirst: boolean;
  readonly chooseCertificate: (
    host: string,
    offered: readonly OfferedCertificate[],
  ) => Promise<string | null>;
  /** Ends the attempt. */
  readonly fail: (problem: AppError) => void;
  /** Called when another address leads the user's browser to the provider. */
  readonly addressChanged: (url: string) => void;
}

/** Makes the authorization request, once its redirect URL is known. */
export type Authorizer = Pick<Provider, 'authorize'>;

/** The opened way to the provider and back, and its request. */
export interface OpenedWay {
  readonly way: Way;
  readonly authorization: Authorization;
}

/** Whether the app has the tokens. */
export type Outcome = 'signed-in' | 'not-signed-in';

/** A way for the user to reach the provider's pages and come back. */
export interface Way {
  /** Settles once: with the callback's address, or with the AppError that ended it. */
  readonly callback: Promise<URL>;
  /** Whether the operating system shows the pages already. */
  readonly opened: boolean;
  /**
   * Returns an address that leads the user's own browser to the pages, once, new after each use; absent if they open by
   * themselves.
   */
  address?(): string;
  /**
   * Returns a path of the web host that leads a browser to the pages, once, new each time; absent if they open by
   * themselves.
   */
  page?(): string;
  /** Sets the outcome of the callback, for a page that shows it; call it in any case. */
  concluded?(outcome: Outcome): void;
  /** Ends it and frees its resources, once the user has seen the outcome; call it in any case. */
  close(): Promise<void>;
}
