/** Message to the worker, which answers with a `Checked`. */
export interface Question {
  readonly schema: string;
  readonly answer: string;
}
