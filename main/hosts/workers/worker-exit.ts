/** The end of a worker: reported once, immediately to those who ask later. */
export class WorkerExit {
  #reason: string | null = null;
  #listener: ((reason: string) => void) | null = null;
  #resolve: () => void = () => undefined;
  /** Resolves when the worker has exited. */
  readonly come = new Promise<void>((resolve) => {
    this.#resolve = resolve;
  });

  listen(listener: (reason: string) => void): void {
    if (this.#reason === null) this.#listener = listener;
    else listener(this.#reason);
  }

  /** Only the first reason counts. */
  tell(reason: string): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    this.#resolve();
    this.#listener?.(reason);
  }

  get hasCome(): boolean {
    return this.#reason !== null;
  }
}
