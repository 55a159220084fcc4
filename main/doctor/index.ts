import { X509Certificate } from 'node:crypto';
import type { DoctorStep, Examination } from '../../preload/contract/doctor.ts';
import { AppError } from '../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../preload/contract/index.ts';
import type { AddressField } from '../../preload/contract/systems.ts';
import { readNames } from '../certificates/server-chain/index.ts';
import type { Connections } from '../connections/index.ts';
import type { Log } from '../host.ts';
import { certificateBlocks } from '../network/index.ts';
import { createRedaction, personalIn, redacted } from '../redaction/index.ts';
import { userName } from '../user-name.ts';
import { createDecisions } from './decisions.ts';
import { examine, untaken } from './examine.ts';
import type { DoctorParts, Visit } from './visit.ts';

export interface DoctorDeps extends Omit<DoctorParts, 'now'> {
  readonly connections: Pick<Connections, 'pin' | 'addIntermediate'>;
  readonly emit: Emit;
  readonly log: Log;
  readonly now?: () => number;
}

export interface Doctor {
  readonly calls: Handlers<'doctor'>;
  /** Names of the user that may come back in what servers say. */
  wordsOf(systemId: string): Promise<readonly string[]>;
  forget(systemId: string): Promise<void>;
  close(): Promise<void>;
}

interface Run {
  state: Examination;
  readonly stopping: AbortController;
  /** Words of the run that name a person. */
  personal: readonly string[];
  done: Promise<void>;
}

/** Looks at how a service of a system is reached, step by step; one examination of a service at a time. */
export function createDoctor(deps: DoctorDeps): Doctor {
  const { links, emit, log, now = Date.now } = deps;
  const runs = new Map<string, Run>();
  const decisions = createDecisions(deps.connections);
  const closing = new AbortController();
  const keyOf = (systemId: string, service: AddressField): string => `${systemId} ${service}`;

  const stateOf = (systemId: string, service: AddressField): Examination => {
    const known = runs.get(keyOf(systemId, service));
    if (known !== undefined) return known.state;
    // Refuses a system that there is not.
    links.to(systemId, service);
    return { systemId, service, state: 'never', startedAt: null, steps: untaken(service) };
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
    const visit = { ...deps, now, systemId, service, completion, signal, known: {} };
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
        steps: untaken(service),
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

  /** A look at a service by itself, for a decision about it; ends with the app. */
  const visitFor = (systemId: string, service: AddressField): Visit => ({
    ...deps,
    now,
    systemId,
    service,
    completion: false,
    signal: closing.signal,
    known: {},
  });

  /** Names of the user that may come back in what servers say. */
  async function wordsOf(systemId: string): Promise<string[]> {
    const { who, settings } = await deps.signIn.snapshot(systemId);
    const certificates = deps.certificates
      .all()
      .flatMap(({ name, leaf }) => [name, ...personalIn(leaf.subject)]);
    const { certificateId } = links.to(systemId, 'identityProvider');
    const identity =
      certificateId === null
        ? null
        : await links.identity(systemId, 'identityProvider').catch(lockedAway);
    const own = certificateBlocks(identity?.certificatePem ?? '').flatMap(
      (pem) => readNames(new X509Certificate(pem).raw)?.personal ?? [],
    );
    return [
      userName(),
      who?.subject ?? '',
      who?.name ?? '',
      settings.clientId ?? '',
      ...certificates,
      ...own,
    ];
  }

  return {
    wordsOf,
    calls: {
      snapshot: async ({ systemId, service }) => stateOf(systemId, service),
      start: async ({ systemId, service, completion }) => start(systemId, service, completion),
      async stop({ systemId, service }) {
        const run = runs.get(keyOf(systemId, service));
        run?.stopping.abort(new AppError('cancelled'));
        await run?.done;
      },
      async shareable({ systemId, service }) {
        const redact = createRedaction(await wordsOf(systemId));
        const state = stateOf(systemId, service);
        const steps = state.steps.map(({ verdict, facts, ...step }) => ({
          ...step,
          verdict: redacted(verdict, redact),
          facts: redacted(facts, redact),
        }));
        return { ...state, steps };
      },
      pin: ({ systemId, service, fingerprint }) =>
        decisions.pin(visitFor(systemId, service), fingerprint),
      askIssuer: ({ systemId, service }) => decisions.askIssuer(visitFor(systemId, service)),
      async keepIssuer({ systemId, service, fingerprint }) {
        return { kept: await decisions.keepIssuer(visitFor(systemId, service), fingerprint) };
      },
    },
    async forget(systemId) {
      decisions.forget(systemId);
      for (const [key, run] of runs) {
        if (run.state.systemId !== systemId) continue;
        runs.delete(key);
        run.stopping.abort(new AppError('cancelled'));
        await run.done;
      }
    },
    async close() {
      closing.abort(new AppError('cancelled'));
      for (const run of runs.values()) run.stopping.abort(new AppError('cancelled'));
      await Promise.all([...runs.values()].map(({ done }) => done));
      runs.clear();
    },
  };
}

/** Names in a certificate whose key is locked away are not known by it; those of its list are. */
function lockedAway(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}
