import { AppError } from '../../../../preload/contract/errors.ts';

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
  const name = program?.slice(program.lastIndexOf('/') + 1) ?? '';
  const option = takers.find(([shape]) => shape.test(name))?.[1];
  const [executable = ''] = words;
  if (option === undefined || !executable.startsWith('/')) {
    throw new AppError('submission-unsupported', { details: { what: line.slice(0, 200) } });
  }
  return { executable, arguments: [...words.slice(1), option, script] };
}
