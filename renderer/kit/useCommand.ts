import type { LucideIcon } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useT } from '../i18n/index.ts';
import { type CommandId, commandOf } from './commands/declared.ts';
import type { Run } from './commands/store.ts';
import { useStores, useSystem } from './index.ts';

/** Offers a command while the component is mounted and `run` is not null. */
export function useOffer(id: CommandId, run: Run | null): void {
  const { commands } = useStores();
  const latest = useRef(run);
  latest.current = run;
  const able = run !== null;
  // synchronously with the rendering: a key pressed as a screen appears is not lost
  useLayoutEffect(
    () => (able ? commands.offer(id, (item) => latest.current?.(item)) : undefined),
    [commands, id, able],
  );
}

export interface CommandControl {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly keys: string | undefined;
  readonly run: () => void;
}

/** Returns a command for a button or a menu entry: its text, icon and keys, and the function that runs it. */
export function useCommand(id: CommandId): CommandControl {
  const t = useT();
  const { commands } = useStores();
  const name = useSystem()?.name ?? '';
  const { text, icon, keys } = commandOf(id);
  return { label: t(text, { name }), icon, keys, run: () => void commands.ask(id) };
}
