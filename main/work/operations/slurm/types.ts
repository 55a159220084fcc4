/** Where a slurmrestd answers. */
export interface SlurmOptions {
  /** Version of its interface, as in its paths: `v0.0.38`. */
  readonly version: string;
  /** It has the interface of the accounting database too. */
  readonly accounting: boolean;
  /** Name of the cluster, for which it is shown. */
  readonly cluster: string;
  /** The user there: asked for alone, where only own jobs are wanted. */
  readonly user: string | null;
}
