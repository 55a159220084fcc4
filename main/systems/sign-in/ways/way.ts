import type { Language } from '../../../../common/texts/language.ts';
import type { AppError } from '../../../../preload/contract/errors.ts';
import type {
  OfferedCertificate,
  SignInWay,
} from '../../../../preload/contract/systems/session.ts';
import type { Host, Log } from '../../../base/host.ts';
import type { Connection, Network, TlsIdentity } from '../../../base/network/index.ts';
import type { Authorization } from '../provider/index.ts';
import type { StoredSettings } from '../settings.ts';

/** What ways need of the host. */
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
  /** How the provider is trusted and reached. */
  readonly connection: Connection;
  readonly host: SignInHost;
  readonly language: 'system' | Language;
  readonly log: Log;
  /** Whether the provider may be asked once more; each yes is used up. */
  readonly mayRetry: () => boolean;
  readonly chooseCertificate: (
    host: string,
    offered: readonly OfferedCertificate[],
  ) => Promise<string | null>;
  /** Ends the attempt. */
  readonly fail: (problem: AppError) => void;
  /** Another address leads the user's browser to the provider from now on. */
  readonly addressChanged: (url: string) => void;
}

/** The user's way to the provider and back, and the request that it went with. */
export interface OpenedWay {
  readonly way: Way;
  readonly authorization: Authorization;
}

/** Whether the app has the tokens. */
export type Outcome = 'signed-in' | 'not-signed-in';

/** How the user gets to the provider's pages and comes back. */
export interface Way {
  /** Settles once: with the callback's address, or with the AppError that ended it. */
  readonly callback: Promise<URL>;
  /** True when something of the operating system shows the pages already. */
  readonly opened: boolean;
  /** What leads the user's own browser to the pages, once, new after each use; absent where they open by themselves. */
  address?(): string;
  /** A path of the web host that leads a browser to the pages, once, new each time; absent where they open by themselves. */
  page?(): string;
  /** What the callback came to, for a page of this way that says so; to be called in any case. */
  concluded?(outcome: Outcome): void;
  /** Ends it and frees what it holds, once the user has seen the outcome; to be called in any case. */
  close(): Promise<void>;
}
