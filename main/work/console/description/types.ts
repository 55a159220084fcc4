import type { DescriptionWarning } from '../../../../preload/contract/work/console-descriptions.ts';

export interface DescriptionFile {
  readonly bytes: Uint8Array;
}

/** An operation of a description, everything but its schemas' parts resolved. */
export interface ReadOperation {
  /** `METHOD /path`. */
  readonly key: string;
  readonly operationId: string | null;
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly deprecated: boolean;
  /** JSON of an `OperationParts`. */
  readonly detail: string;
  /** SHA-256 over it and all schemas that it refers to. */
  readonly hash: string;
}

export interface FoundWarnings {
  readonly warnings: readonly DescriptionWarning[];
  readonly moreWarnings: number;
}

export interface ReadDescription extends FoundWarnings {
  readonly title: string;
  readonly version: string;
  readonly format: string;
  readonly operations: readonly ReadOperation[];
  /** Schemas that are referred to, as JSON, by their `$ref`. */
  readonly schemas: readonly (readonly [ref: string, json: string])[];
}

export type DescriptionMethods = {
  read: { input: DescriptionFile; output: ReadDescription };
  /** What does not follow the standard of its version. */
  validate: { input: DescriptionFile; output: FoundWarnings };
};
