import { AppError } from '../../../preload/contract/errors.ts';
import type { DoctorStep, DoctorStepId } from '../../../preload/contract/systems/doctor.ts';
import type { AddressField } from '../../../preload/contract/systems/systems.ts';
import type { ExaminationContext } from './context.ts';
import { type Outcome, problem } from './outcome.ts';
import { clientCertificate } from './steps/certificate.ts';
import { address, connect, lookup, proxy } from './steps/connection.ts';
import { completion, models } from './steps/genai.ts';
import { clock, http } from './steps/http.ts';
import { discovery, tokenEndpoint } from './steps/provider.ts';
import { tls, trust } from './steps/tls.ts';

interface Step {
  readonly id: DoctorStepId;
  readonly look: (visit: ExaminationContext) => Promise<Outcome>;
  /** Whether the following steps make no sense after its failure. */
  readonly carries: boolean;
}

const way: readonly Step[] = [
  { id: 'address', look: address, carries: true },
  { id: 'proxy', look: proxy, carries: true },
  { id: 'lookup', look: lookup, carries: true },
  { id: 'connect', look: connect, carries: true },
  { id: 'tls', look: tls, carries: true },
  { id: 'trust', look: trust, carries: true },
  { id: 'clientCertificate', look: clientCertificate, carries: false },
  { id: 'http', look: http, carries: false },
  { id: 'clock', look: clock, carries: false },
];
const provider: readonly Step[] = [
  { id: 'discovery', look: discovery, carries: false },
  { id: 'tokenEndpoint', look: tokenEndpoint, carries: false },
];
const service: readonly Step[] = [
  { id: 'models', look: models, carries: true },
  { id: 'completion', look: completion, carries: false },
];

function stepsOf(field: AddressField): readonly Step[] {
  if (field === 'identityProvider') return [...way, ...provider];
  return field === 'genai' ? [...way, ...service] : way;
}

/** Returns the steps of a service before the first one runs. */
export function pendingSteps(field: AddressField): DoctorStep[] {
  return stepsOf(field).map(({ id }) => ({
    id,
    state: 'waiting',
    time: null,
    verdict: null,
    facts: [],
  }));
}

/** Steps that need an HTTP answer. */
const afterAnswer: readonly DoctorStepId[] = ['clock', 'discovery'];

/**
 * Runs the steps one after another; calls `tell` at each one's start and end.
 * @throws AppError `cancelled` by the signal
 */
export async function examine(
  visit: ExaminationContext,
  tell: (step: DoctorStep) => void,
): Promise<void> {
  let blocked = false;
  for (const { id, look, carries } of stepsOf(visit.service)) {
    const lacksAnswer = afterAnswer.includes(id) && visit.known.answer === undefined;
    if (blocked || lacksAnswer) {
      tell({ id, state: 'skipped', time: null, verdict: null, facts: [] });
      continue;
    }
    tell({ id, state: 'running', time: null, verdict: null, facts: [] });
    const begun = performance.now();
    const outcome = await outcomeOf(look(visit));
    visit.signal.throwIfAborted();
    tell({ id, time: Math.round(performance.now() - begun), ...outcome });
    // Steps that need an answer cannot run without one.
    blocked =
      outcome.state === 'bad' && (carries || (visit.known.answer === undefined && id === 'http'));
  }
}

/** Turns a step's error into its outcome. */
async function outcomeOf(work: Promise<Outcome>): Promise<Outcome> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'cancelled') throw error;
    return problem(error);
  }
}
