/** Problems of a file; each has a sentence under `fileFaults.reasons`. */
export const fileFaults = [
  // the whole file
  'empty',
  'encoding',
  'too-large',
  'too-deep',
  'spreadsheet',
  'newer',
  // JSON as a text
  'not-json',
  'json-cut-off',
  'json-comma',
  'json-no-comma',
  'json-comment',
  'json-quotes',
  'json-name',
  'json-colon',
  'json-bracket',
  'json-control',
  'json-escape',
  'json-wide',
  'json-blank',
  'json-value',
  'json-after',
  // fields of a record
  'format',
  'field-unknown',
  'field-missing',
  'field-twice',
  'field-text',
  'field-number',
  'field-boolean',
  'field-list',
  'field-record',
  'field-value',
  'field-empty',
  'field-long',
  'field-many',
  'field-page',
  'field-address',
  'field-certificate',
  'no-service',
  // possible secrets
  'secret-name',
  'secret-private-key',
  'secret-api-key',
  'secret-labelled',
  'secret-address',
  'secret-random',
  // cells of a table
  'table-header',
  'table-column-missing',
  'table-column-twice',
  'table-quote',
  'table-cells',
  'table-kind',
  'table-date',
  'table-no-time',
  'table-short-year',
  'table-no-such-date',
  'table-date-order',
  'table-date-orders',
  'table-date-twice',
  'table-no-end',
  'table-end-first',
  'table-reason',
  'table-number',
] as const;
export type FileFault = (typeof fileFaults)[number];

/**
 * Place and kind of a problem as error details: they quote nothing from the file, which may be the wrong one. Lines,
 * columns and rows count from 1.
 */
export interface FaultDetails {
  readonly fault: FileFault;
  readonly line?: number;
  readonly column?: number;
  readonly row?: number;
  /** A field's path, or a column's name. */
  readonly field?: string;
}
