import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { note, progressVariable } from './progress.ts';

/** Records each step of a run in the file named by the environment. */
export default class ProgressReporter implements Reporter {
  readonly #place = process.env[progressVariable] ?? '';
  readonly #outside = new Map<string, string[]>();

  onTestModuleCollected(module: TestModule): void {
    const tests = [...module.children.allTests()].map(({ fullName }) => fullName);
    note(this.#place, { kind: 'loaded', file: module.relativeModuleId, tests });
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    if (state === 'pending') return;
    note(this.#place, {
      kind: 'test',
      file: test.module.relativeModuleId,
      test: test.fullName,
      state,
      errors: errors.map(describe),
    });
  }

  onTestSuiteResult(suite: TestSuite): void {
    this.#failedOutside(suite.module.relativeModuleId, suite.errors());
  }

  onTestModuleEnd(module: TestModule): void {
    const file = module.relativeModuleId;
    this.#failedOutside(file, module.errors());
    note(this.#place, { kind: 'done', file, failures: this.#outside.get(file) ?? [] });
  }

  /** Hooks of a group, or the file itself: each is one failure, however many tests it prevented. */
  #failedOutside(file: string, errors: readonly Described[]): void {
    if (errors.length === 0) return;
    const before = this.#outside.get(file) ?? [];
    this.#outside.set(file, [...before, errors.map(describe).join('\n')]);
  }
}

interface Described {
  /** Absent from what was thrown without being an error. */
  readonly message?: string;
  readonly stacks?: readonly { readonly file: string; readonly line: number }[];
}

/** Returns the message, and where in the tests it came from. */
function describe({
  stacks,
  message = 'something other than an error was thrown',
}: Described): string {
  const places = (stacks ?? []).slice(0, 3).map(({ file, line }) => `at ${file}:${line}`);
  return [...message.split('\n').slice(0, 4), ...places].join('\n');
}
