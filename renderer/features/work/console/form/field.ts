import type { SchemaField, Schemas } from './schema.ts';
import type { Path } from './values.ts';

/** The body as a value, and how a part of it changes. */
export interface FormBody {
  readonly value: unknown;
  readonly schemas: Schemas;
  /** Undefined removes the part. */
  readonly change: (path: Path, part: unknown) => void;
}

export interface ValueFieldProps {
  readonly field: SchemaField;
  readonly path: Path;
  readonly body: FormBody;
}

/** A field with the name that it shows. */
export type Labelled = ValueFieldProps & { readonly label: string };
