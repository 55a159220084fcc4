import type { Rule } from './rule.ts';

/** The subjects of main, the lowest first: a subject imports only from itself and lower ones. */
const floors = [
  ['base'],
  ['systems'],
  ['machines', 'chat'],
  ['work'],
  ['settings'],
  ['tools'],
  ['doctor', 'demo'],
] as const satisfies readonly (readonly string[])[];

const order = floors.map((subjects) => subjects.join(', ')).join(' < ');
/** They are composed of everything else, or compose it. */
const above = ['hosts'];

/** Returns -1 for a folder without a floor, undefined for a file outside the subjects. */
function floorOf(file: string): number | undefined {
  const [, subject] = /^main\/([^/]+)\//.exec(file) ?? [];
  if (subject === undefined || above.includes(subject)) return undefined;
  return floors.findIndex((subjects) => (subjects as readonly string[]).includes(subject));
}

const subjectOf = (file: string): string | undefined => file.split('/')[1];

/** Finds a subject without a floor, which no rule would cover. */
export function withoutFloorInMain(file: string): string | null {
  return floorOf(file) === -1 ? `lies on no floor of main: ${order}` : null;
}

export const mainRules: readonly Rule[] = [
  {
    because: `main imports downward only: ${order}`,
    typesToo: true,
    forbids: (from, target) => {
      const here = floorOf(from);
      const there = floorOf(target);
      if (here === undefined || there === undefined) return false;
      return there > here || (there === here && subjectOf(from) !== subjectOf(target));
    },
  },
];
