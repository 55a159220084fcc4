import type { AttachedFile } from './files.ts';
import type { ToldJob } from './jobs.ts';
import type { MachineState } from './machines.ts';

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
  /** Which machines can be used; of those that the question names, if any. */
  readonly machines: (machines: readonly MachineState[], question: string) => string;
  readonly jobs: (jobs: readonly ToldJob[]) => string;
  readonly history: (machine: string, availability: number | null) => string;
  readonly time: (local: string, utc: string) => string;
  /** The tool that the question needs is off. */
  readonly toolOff: (name: string) => string;
  readonly refused: string;
  /** Names of the attached texts, and how long they are. */
  readonly files: (files: readonly AttachedFile[]) => string;
  readonly toolResults: (results: readonly string[]) => string;
  readonly toolCallIntro: (names: readonly string[]) => string;
  readonly longTitle: (question: string) => string;
  readonly longSection: (index: number) => string;
}
