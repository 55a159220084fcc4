import { ignoring } from '../../../common/ignoring.ts';

export interface Resolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (cause: Error) => void;
}

/** Does what `Promise.withResolvers` does, and ignores an unhandled rejection. */
export function withResolvers<T>(): Resolvers<T> {
  let resolve: (value: T) => void = () => undefined;
  let reject: (cause: Error) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  void ignoring('who waits for it sees it', promise);
  return { promise, resolve, reject };
}
