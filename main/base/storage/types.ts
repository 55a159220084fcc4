/** The outcome for a database that was damaged, or had lost its log. */
export interface Damage {
  /**
   * Folder of the damaged file and its attachments, relative to the data folder. Null if the file itself is whole and
   * only the last writes are missing, which were in the log.
   */
  readonly folder: string | null;
  /** Rows that were read and are in the new database, or are in the existing one. */
  readonly systems: number;
  readonly conversations: number;
  readonly messages: number;
  /** Whether all tables were read to their end. Damage within a row cannot be known. */
  readonly whole: boolean;
  /** Rows that were read but are not the app's: only the file moved aside has them. */
  readonly refused?: readonly RefusedRow[];
}

export interface RefusedRow {
  readonly table: string;
  /** Its first text. */
  readonly name: string;
}
