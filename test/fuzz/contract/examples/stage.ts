import type { CallInput, CallName, CallOutput } from '../../../../preload/contract/index.ts';
import type { FakeGenai } from '../../../support/servers/fake-genai.ts';
import type { Pool } from '../pool.ts';
import type { Surroundings } from '../surroundings.ts';

/** Inputs that calls answer as they should, each new where the call uses up what it is given; null where there is none. */
export type Examples = { readonly [N in CallName]?: () => Promise<CallInput<N> | null> };

/** What examples are made with. */
export interface Stage {
  /** Null where it was refused. */
  call<N extends CallName>(which: N, input: CallInput<N>): Promise<CallOutput<N> | null>;
  /** The system whose services are `genai`. */
  system(): Promise<string | null>;
  /** Makes sure that one is kept. */
  certificate(): Promise<void>;
  /** The demo's file of one. */
  p12(): CallInput<'certificates.read'>;
  readonly genai: FakeGenai;
  readonly pool: Pool;
  readonly surroundings: Surroundings;
}

export const firstPassphrase = 'correct horse battery';
