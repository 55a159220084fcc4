/** What became of a database that was damaged. */
export interface Damage {
  /** Where the damaged file was put, below the data folder, with what was attached. */
  readonly folder: string;
  /** Rows that could be read and are in the new database. */
  readonly systems: number;
  readonly conversations: number;
  readonly messages: number;
  /** Whether all tables were read to their end. What was wrong within a row cannot be known. */
  readonly whole: boolean;
}
