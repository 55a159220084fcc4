import type { SendElsewhere } from '../types.ts';
import type { Pace } from '../waiting.ts';

export interface FirecrestOptions {
  /** The user there: without one only own jobs are asked for, since nothing tells them from those of others. */
  readonly user: string | null;
  /** To the storage through which large files go; absent: there are none. */
  readonly elsewhere?: SendElsewhere;
  readonly pace?: Pace;
}
