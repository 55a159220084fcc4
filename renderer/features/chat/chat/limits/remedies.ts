import { createContext, use } from 'react';
import type { Remedy } from '../../../../../preload/contract/chat/request-check.ts';
import type { AppErrorData } from '../../../../../preload/contract/errors.ts';

/** A remedy ready to apply: for several models, the one picked. */
export type ChosenRemedy =
  | Exclude<Remedy, { kind: 'other-model' }>
  | { readonly kind: 'other-model'; readonly model: string };

/** Remedies of the open conversation for a request that does not fit. */
export interface RemedyActions {
  /** False: it failed, and the error is on screen. */
  readonly apply: (remedy: ChosenRemedy) => Promise<boolean>;
  /** Whether this window supports it. */
  readonly can: (remedy: Remedy) => boolean;
}

const Context = createContext<RemedyActions | null>(null);
export const RemediesProvider = Context.Provider;

export function useRemedyActions(): RemedyActions | null {
  return use(Context);
}

/** Whether a refusal to send rests on an estimate, or on an old list: no service has seen the request. */
export function isGuess({ code, details }: AppErrorData): boolean {
  if (code === 'context-overflow') return details.estimated === true;
  return code === 'image-not-supported' && details.host === undefined;
}

/** Errors for which a check can name remedies. */
export const limitCodes: ReadonlySet<string> = new Set([
  'context-overflow',
  'request-too-large',
  'image-not-supported',
  'model-gone',
  'format-refused',
  'attachment-missing',
]);
