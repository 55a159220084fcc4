import { AppError } from '../../../preload/contract/errors.ts';
import type { Emit } from '../../../preload/contract/index.ts';
import type { DoctorStep, Examination } from '../../../preload/contract/systems/doctor.ts';
import type { AddressField } from '../../../preload/contract/systems/systems.ts';
import type { Log } from '../../base/host.ts';
import type { DoctorParts } from './context.ts';
import { examine, pendingSteps } from './examine.ts';

interface Run {
  state: Examination;
  readonly stopping: AbortController;
  /** Words of the run that name a person. */
  personal: readonly string[];
  done: Promise<void>;
}

/** Current and past examinations: one of a service at a time, with an event for each step. */
export function createExaminations(deps: DoctorParts & { readonly emit: Emit; readonly log: Log }) {
  const { links, emit, log, now } = deps;
  const runs = new Map<string, Run>();
  const keyOf = (systemId: string, service: AddressField): string => `${systemId} ${service}`;

  const stateOf = (systemId: string, service: AddressField): Examination => {
    const known = runs.get(keyOf(systemId, service));
    if (known !== undefined) return known.state;
    // Refuses an unknown system.
    links.to(systemId, service);
    return { systemId, service, state: 'never', startedAt: null, steps: pendingSteps(service) };
  };

  function change(run: Run, what: Partial<Examination>): void {
    run.state = { ...run.state, ...what };
    const { systemId, service } = run.state;
    if (runs.get(keyOf(systemId, service)) === run) emit('doctor.changed', run.state);
  }

  async function carryOut(run: Run, completion: boolean): Promise<void> {
    const { systemId, service } = run.state;
    const { signal } = run.stopping;
    const tell = (step: DoctorStep): void =>
      change(run, { steps: run.state.steps.map((one) => (one.id === step.id ? step : one)) });
    const visit = { ...deps, systemId, service, completion, signal, known: {} };
    try {
      await examine(visit, tell);
      change(run, { state: 'ended' });
    } catch (cause) {
      if (!signal.aborted) log.error('doctor', cause, { systemId, service });
      const left = run.state.steps.map(
        (step): DoctorStep =>
          step.state === 'running' || step.state === 'waiting'
            ? { ...step, state: 'skipped' }
            : step,
      );
      change(run, { state: 'stopped', steps: left });
    }
  }

  function start(systemId: string, service: AddressField, completion: boolean): void {
    const key = keyOf(systemId, service);
    const before = runs.get(key);
    if (before?.state.state === 'running') return;
    links.to(systemId, service);
    const run: Run = {
      state: {
        systemId,
        service,
        state: 'running',
        steps: pendingSteps(service),
        startedAt: new Date(now()).toISOString(),
      },
      stopping: new AbortController(),
      personal: [],
      done: Promise.resolve(),
    };
    runs.set(key, run);
    change(run, {});
    run.done = carryOut(run, completion);
  }

  return {
    of: stateOf,
    start,
    async stop(systemId: string, service: AddressField): Promise<void> {
      const run = runs.get(keyOf(systemId, service));
      run?.stopping.abort(new AppError('cancelled'));
      await run?.done;
    },
    async forget(systemId: string): Promise<void> {
      for (const [key, run] of runs) {
        if (run.state.systemId !== systemId) continue;
        runs.delete(key);
        run.stopping.abort(new AppError('cancelled'));
        await run.done;
      }
    },
    async close(): Promise<void> {
      for (const run of runs.values()) run.stopping.abort(new AppError('cancelled'));
      await Promise.all([...runs.values()].map(({ done }) => done));
      runs.clear();
    },
  };
}
