import { type Checker, error, type Finding } from './finding.ts';
import { runTool } from './tool.ts';

/**
 * Runs the compiler in one of three environments: `main` (Node), `renderer` (a page) and `.`, which compiles the whole
 * tree with both, as `npx tsc` does.
 *
 * It runs on one thread: several check the same libraries again, each for itself, which takes more than twice the
 * processor time. The next run compares the notes of this one with the files, and reads only changed ones.
 */
export function types(project: '.' | 'main' | 'renderer'): Checker {
  const notes = `.cache/types/${project === '.' ? 'all' : project}.tsbuildinfo`;
  const flags = ['--pretty', 'false', '--singleThreaded', '--incremental'];
  return async (root) => {
    const output = await runTool(root, 'typescript/bin/tsc', [
      ...['-p', project, ...flags, '--tsBuildInfoFile', notes],
    ]);
    return output === null ? [] : findingsOf(output);
  };
}

/** `file(line,column): error TS1: message`, with more of the message in indented lines. */
function findingsOf(output: string): Finding[] {
  return output.split(/\n(?!\s)/).map((block) => {
    const [, file, line, message] = /^([^\s(]+)\((\d+),\d+\): error ([\s\S]*)$/.exec(block) ?? [];
    return file === undefined || message === undefined
      ? error('', block)
      : error(`${file}:${line}`, message);
  });
}
