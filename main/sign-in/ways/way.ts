/** How the user gets to the provider's pages and comes back. */
export interface Way {
  /** Settles once: with the callback's address, or with the AppError that ended it. */
  readonly callback: Promise<URL>;
  /** True when something of the operating system shows the pages already. */
  readonly opened: boolean;
  /** Ends it and frees what it holds; to be called in any case. */
  close(): Promise<void>;
}
