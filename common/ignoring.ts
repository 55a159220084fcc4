/**
 * Lets a promise fail in silence.
 * @param _reason why nobody need know, for who reads the call
 */
export function ignoring<T>(_reason: string, promise: Promise<T>): Promise<T | undefined> {
  return promise.catch(() => undefined);
}
