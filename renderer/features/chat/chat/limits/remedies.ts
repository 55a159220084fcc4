import { createContext, use } from 'react';
import type { Remedy } from '../../../../../preload/contract/chat/request-check.ts';
import type { AppErrorData } from '../../../../../preload/contract/errors.ts';

/** One way out, ready to be taken: of several models, the one that was picked. */
export type Chosen =
  | Exclude<Remedy, { kind: 'other-model' }>
  | { readonly kind: 'other-model'; readonly model: string };

/** What the open conversation can do about a request that does not fit. */
export interface RemedyActions {
  /** False: it could not be done, and why is on screen. */
  readonly apply: (remedy: Chosen) => Promise<boolean>;
  /** Whether this window can do it. */
  readonly can: (remedy: Remedy) => boolean;
}

const Context = createContext<RemedyActions | null>(null);
export const RemediesProvider = Context.Provider;

export function useRemedyActions(): RemedyActions | null {
  return use(Context);
}

/** A refusal to send by what is only estimated, or told by an old list: no service has seen the request. */
export function isGuess({ code, details }: AppErrorData): boolean {
  if (code === 'context-overflow') return details.estimated === true;
  return code === 'image-not-supported' && details.host === undefined;
}

/** Failures that a check can name ways out of. */
export const limitCodes: ReadonlySet<string> = new Set([
  'context-overflow',
  'request-too-large',
  'image-not-supported',
  'model-gone',
  'format-refused',
  'attachment-missing',
]);
