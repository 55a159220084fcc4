import type { Rule } from './rule.ts';

/** The rooms of the renderer, the lowest first: a room imports only from its own floor and lower ones. */
const floors = [
  ['ui', 'styles', 'i18n'],
  ['client', 'resources'],
  ['kit'],
  ['markdown', 'attachments'],
  ['features'],
  ['app'],
  ['main.ts'],
] as const satisfies readonly (readonly string[])[];

const order = floors.map((rooms) => rooms.join(', ')).join(' < ');

/** Returns -1 for a room without a floor, undefined for a file outside the renderer. */
function floorOf(file: string): number | undefined {
  const [, room] = /^renderer\/([^/]+)/.exec(file) ?? [];
  return room === undefined
    ? undefined
    : floors.findIndex((rooms) => (rooms as readonly string[]).includes(room));
}

/** Returns `features/chat/models`, `markdown`: rooms that others may import only through index.ts. */
function behindADoor(file: string): string | undefined {
  return /^renderer\/(features\/[^/]+\/[^/]+|markdown|attachments)\//.exec(file)?.[1];
}

/** Finds a room without a floor, which no rule would cover. */
export function withoutFloor(file: string): string | null {
  return floorOf(file) === -1 ? `lies on no floor of the renderer: ${order}` : null;
}

export const rendererRules: readonly Rule[] = [
  {
    because: `the renderer imports downward only: ${order}`,
    typesToo: true,
    forbids: (from, target) => {
      const here = floorOf(from);
      const there = floorOf(target);
      return here !== undefined && there !== undefined && here >= 0 && there > here;
    },
  },
  {
    because: 'another feature, markdown and attachments are reached through their index.ts only',
    typesToo: true,
    forbids: (from, target) => {
      const there = behindADoor(target);
      return (
        there !== undefined &&
        there !== behindADoor(from) &&
        target !== `renderer/${there}/index.ts` &&
        // a screen is loaded when it is first shown
        !(from.startsWith('renderer/app/') && target === `renderer/${there}/screen.tsx`)
      );
    },
  },
];
