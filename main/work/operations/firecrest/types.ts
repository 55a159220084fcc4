import type { Pace } from '../waiting.ts';

export interface FirecrestOptions {
  /** The user there: without one only own jobs are asked for, since nothing tells them from those of others. */
  readonly user: string | null;
  readonly pace?: Pace;
}
