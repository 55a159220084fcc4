/** Columns after the job's name. */
export const columnIds = [
  'state',
  'time',
  'queue',
  'machine',
  'project',
  'user',
  'nodes',
  'submitted',
] as const;
export type ColumnId = (typeof columnIds)[number];
