import type { ChildProcess } from 'node:child_process';

export const root: string;
export const node: string;
export function isInstalled(): boolean;
export function install(): Promise<void>;
export function run(script: string): Promise<void>;
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly told: boolean;
}
export function follow(child: ChildProcess): Promise<Ending>;
export function endAs(ending: Ending): void;
