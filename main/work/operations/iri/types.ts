import type { Pace } from '../waiting.ts';

/** Versions of the IRI Facility API. The second reads files by POST, and knows a key that stops a second submission. */
export type IriVersion = 'v1' | 'v2';

export interface IriOptions {
  readonly version: IriVersion;
  readonly pace?: Pace;
}
