import { variableInText } from '../../../../common/texts/variables.ts';

/** What stands for a secret in texts that are shown. */
export const dots = '•'.repeat(8);

export interface Variable {
  readonly name: string;
  readonly value: string;
  readonly secret: boolean;
}

/** Puts variables in, and remembers which. */
export interface Filling {
  /** Replaces `{{name}}` in a text. */
  fill(text: string): string;
  /** Secrets are dots. */
  readonly shown: boolean;
  readonly used: Map<string, Variable>;
  readonly unknown: Set<string>;
}

const day = 86_400_000;

export function createFilling(
  variables: readonly Variable[],
  { shown, now }: { readonly shown: boolean; readonly now: Date },
): Filling {
  const used = new Map<string, Variable>();
  const unknown = new Set<string>();
  const find = (name: string): Variable | null => {
    const own = variables.find((one) => one.name === name);
    if (own !== undefined) return own;
    const value = dateOf(name, now);
    return value === null ? null : { name, value, secret: false };
  };
  return {
    shown,
    used,
    unknown,
    fill: (text) =>
      text.replace(variableInText, (whole, name: string) => {
        const found = find(name);
        if (found === null) {
          unknown.add(name);
          return whole;
        }
        used.set(name, found);
        return found.secret && shown ? dots : found.value;
      }),
  };
}

/** Returns the day of `now`, `now-7days` or `now+2weeks` in the computer's zone; null for other names. */
function dateOf(name: string, now: Date): string | null {
  const found = /^now(?:([+-])(\d{1,4})(day|week)s?)?$/.exec(name);
  if (found === null) return null;
  const [, sign, count = '0', unit] = found;
  const days = Number(count) * (unit === 'week' ? 7 : 1) * (sign === '-' ? -1 : 1);
  const at = new Date(now.getTime() + days * day);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
