import { jobColumns } from '../../../../../preload/contract/settings/settings.ts';

/** Columns after the job's name. */
export const columnIds = jobColumns;
export type ColumnId = (typeof columnIds)[number];
