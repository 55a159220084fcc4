/** Texts of the demo's generator in one language. */
export interface Phrases {
  /** Says that a script answers; part of every answer. */
  readonly notice: string;
  readonly thinking: (question: string, kind: string) => string;
  readonly greeting: string;
  readonly general: (question: string) => string;
  readonly code: string;
  readonly table: string;
  readonly maths: string;
  readonly diagram: string;
  readonly sum: (expression: string, value: string) => string;
  readonly images: (descriptions: readonly string[]) => string;
  readonly image: (index: number, type: string, size: string, pixels: string) => string;
  readonly toolResults: (results: readonly string[]) => string;
  readonly toolCallIntro: (names: readonly string[]) => string;
  readonly longTitle: (question: string) => string;
  readonly longSection: (index: number) => string;
}
