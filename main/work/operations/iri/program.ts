import { AppError } from '../../../../preload/contract/errors.ts';
import type { JsonRecord } from '../values.ts';

/** Programs that take a script as an argument, with the option for it. */
const takers: readonly (readonly [RegExp, string])[] = [
  [/^(ba|da|z|k|c|tc|fi)?sh$/, '-c'],
  [/^python[\d.]{0,5}$/, '-c'],
  [/^(perl|ruby)$/, '-e'],
];

/**
 * The program that the first line of a script names, with the script as its argument: the API takes no scripts.
 * @throws AppError `submission-unsupported` for a program that cannot be handed one
 */
export function programFor(script: string): {
  readonly executable: string;
  readonly arguments: string[];
} {
  const [line = ''] = script.split('\n', 1);
  const words = line.startsWith('#!') ? line.slice(2).trim().split(/\s+/) : ['/bin/sh'];
  const program = words[0]?.endsWith('/env') === true ? words[1] : words[0];
  const option = optionFor(program ?? '');
  const [executable = ''] = words;
  if (option === undefined || !executable.startsWith('/')) {
    throw new AppError('submission-unsupported', { details: { what: line.slice(0, 200) } });
  }
  return { executable, arguments: [...words.slice(1), option, script] };
}

/** The option by which a program takes a script. */
function optionFor(program: string): string | undefined {
  const name = program.slice(program.lastIndexOf('/') + 1);
  return takers.find(([shape]) => shape.test(name))?.[1];
}

/** Returns the script that a program was handed as its argument; null: it is another program, or there is none. */
export function scriptIn(spec: JsonRecord): string | null {
  if (!Array.isArray(spec.arguments)) return null;
  const words = [spec.executable, ...spec.arguments].map((word) =>
    typeof word === 'string' ? word : '',
  );
  const program = words[0]?.endsWith('/env') === true ? words[1] : words[0];
  const option = optionFor(program ?? '');
  const at = option === undefined ? -1 : words.indexOf(option);
  return at < 0 ? null : (words[at + 1] ?? null);
}
