import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { note, progressVariable } from './progress.ts';

/** Notes each step of a run in the file that the environment names. */
export default class ProgressReporter implements Reporter {
  readonly #place = process.env[progressVariable] ?? '';
  readonly #outside = new Map<string, number>();

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
      before: state === 'passed' ? errors.map(describe) : [],
    });
  }

  onTestSuiteResult(suite: TestSuite): void {
    this.#failedOutside(suite.module.relativeModuleId, suite.errors().length);
  }

  onTestModuleEnd(module: TestModule): void {
    const file = module.relativeModuleId;
    this.#failedOutside(file, module.errors().length);
    note(this.#place, { kind: 'done', file, failures: this.#outside.get(file) ?? 0 });
  }

  /** The hooks of a group, or the file itself: each is one failure, whatever it kept from running. */
  #failedOutside(file: string, errors: number): void {
    if (errors > 0) this.#outside.set(file, (this.#outside.get(file) ?? 0) + 1);
  }
}

/** The message, and where in the tests it came from. */
function describe({
  message,
  stacks,
}: {
  message: string;
  stacks?: { file: string; line: number }[];
}) {
  const places = (stacks ?? []).slice(0, 3).map(({ file, line }) => `at ${file}:${line}`);
  return [...message.split('\n').slice(0, 4), ...places].join('\n');
}
