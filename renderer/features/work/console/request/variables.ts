import { variableInText } from '../../../../../common/texts/variables.ts';
import type { ConsoleState } from '../../../../../preload/contract/work/console.ts';

/** What stands for a secret. */
export const dots = '••••••••';

/** Fills in the variables of a text for display; null where it names one that there is not. */
export function resolved(text: string, variables: ConsoleState['variables']): string | null {
  const values = new Map(variables.map(({ name, value, secret }) => [name, secret ? dots : value]));
  let isWhole = true;
  const filled = text.replace(variableInText, (_, name: string) => {
    const value = values.get(name);
    if (value == null) isWhole = false;
    return value ?? '';
  });
  return isWhole ? filled : null;
}
