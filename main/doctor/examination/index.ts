import { AppError } from '../../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import type { AddressField } from '../../../preload/contract/systems/systems.ts';
import type { Log } from '../../base/host.ts';
import { createRedaction, redactTexts } from '../../base/redaction/index.ts';
import type { Connections } from '../../systems/connections/index.ts';
import type { DoctorParts, ExaminationContext } from './context.ts';
import { createDecisions } from './decisions.ts';
import { createExaminations } from './examinations.ts';
import { userNames } from './user-names.ts';

export interface DoctorDeps extends Omit<DoctorParts, 'now'> {
  readonly connections: Pick<Connections, 'pin' | 'addIntermediate'>;
  readonly emit: Emit;
  readonly log: Log;
  readonly now?: () => number;
}

export interface Doctor {
  readonly calls: Handlers<'doctor'>;
  /** Returns names of the user that may occur in servers' texts. */
  wordsOf(systemId: string): Promise<readonly string[]>;
  forget(systemId: string): Promise<void>;
  close(): Promise<void>;
}

/** Tests how a service of a system is reached, step by step; one examination of a service at a time. */
export function createDoctor(deps: DoctorDeps): Doctor {
  const { now = Date.now } = deps;
  const examinations = createExaminations({ ...deps, now });
  const wordsOf = (systemId: string) => userNames(deps, systemId);
  const decisions = createDecisions(deps.connections);
  const closing = new AbortController();
  /** A separate visit for a decision about a service; ends with the app. */
  const visitFor = (systemId: string, service: AddressField): ExaminationContext => ({
    ...deps,
    now,
    systemId,
    service,
    completion: false,
    signal: closing.signal,
    known: {},
  });

  return {
    wordsOf,
    calls: {
      snapshot: async ({ systemId, service }) => examinations.of(systemId, service),
      start: async ({ systemId, service, completion }) =>
        examinations.start(systemId, service, completion),
      stop: ({ systemId, service }) => examinations.stop(systemId, service),
      async shareable({ systemId, service }) {
        const redact = createRedaction(await wordsOf(systemId));
        const state = examinations.of(systemId, service);
        const steps = state.steps.map(({ verdict, facts, ...step }) => ({
          ...step,
          verdict: redactTexts(verdict, redact),
          facts: redactTexts(facts, redact),
        }));
        return { ...state, steps };
      },
      pin: ({ systemId, service, fingerprint }) =>
        decisions.pin(visitFor(systemId, service), fingerprint),
      askIssuer: ({ systemId, service }) => decisions.askIssuer(visitFor(systemId, service)),
      async keepIssuer({ systemId, service, fingerprint }) {
        return { stored: await decisions.keepIssuer(visitFor(systemId, service), fingerprint) };
      },
    },
    async forget(systemId) {
      decisions.forget(systemId);
      await examinations.forget(systemId);
    },
    async close() {
      closing.abort(new AppError('cancelled'));
      await examinations.close();
    },
  };
}
