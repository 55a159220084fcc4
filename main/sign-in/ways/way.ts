/** Whether the app has the tokens. */
export type Outcome = 'signed-in' | 'not-signed-in';

/** How the user gets to the provider's pages and comes back. */
export interface Way {
  /** Settles once: with the callback's address, or with the AppError that ended it. */
  readonly callback: Promise<URL>;
  /** True when something of the operating system shows the pages already. */
  readonly opened: boolean;
  /** A path of the web host that leads a browser to the pages, once, new each time; absent where they open by themselves. */
  page?(): string;
  /** What the callback came to, for a page of this way that says so; to be called in any case. */
  concluded?(outcome: Outcome): void;
  /** Ends it and frees what it holds, once the user has seen the outcome; to be called in any case. */
  close(): Promise<void>;
}
