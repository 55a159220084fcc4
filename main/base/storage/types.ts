/** What became of a database that was damaged, or had lost its log. */
export interface Damage {
  /**
   * Where the damaged file was put, below the data folder, with what was attached. Null where the file itself is
   * whole, and only what was written last is missing: it stood in the log.
   */
  readonly folder: string | null;
  /** Rows that could be read and are in the new database, or are in the one that is there. */
  readonly systems: number;
  readonly conversations: number;
  readonly messages: number;
  /** Whether all tables were read to their end. What was wrong within a row cannot be known. */
  readonly whole: boolean;
  /** Rows that were read and are none of the app's: only the file that was put aside has them. */
  readonly refused?: readonly RefusedRow[];
}

export interface RefusedRow {
  readonly table: string;
  /** The first text in it. */
  readonly name: string;
}
