import type { ChildProcess } from 'node:child_process';

export const root: string;
export const node: string;
export function isInstalled(): boolean;
export function install(): void;
export function run(script: string): Promise<void>;
export function follow(child: ChildProcess): void;
