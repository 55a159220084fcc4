/**
 * Ignores a promise's failure.
 * @param _reason why it can be ignored, for readers of the call
 */
export function ignoring<T>(_reason: string, promise: Promise<T>): Promise<T | undefined> {
  return promise.catch(() => undefined);
}
