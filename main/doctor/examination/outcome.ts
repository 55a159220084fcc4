import type { AppError } from '../../../preload/contract/errors.ts';
import type {
  DoctorStep,
  fineFindings,
  TroubleFinding,
} from '../../../preload/contract/systems/doctor.ts';
import { plainLine } from '../../base/network/refusal/index.ts';

type FactName = DoctorStep['facts'][number]['name'];
/** Observed facts by name; unknown ones are left out. */
export type Facts = Partial<Record<FactName, string | number | null | readonly string[]>>;
export type Values = Readonly<Record<string, string | number>>;

/** How a step ended. */
export type Outcome = Pick<DoctorStep, 'state' | 'verdict' | 'facts'>;

/** Maximum values shown of one kind. */
const mostValues = 20;
const longestValue = 300;

const line = (text: string): string => plainLine(text, longestValue);

function factsOf(facts: Facts): DoctorStep['facts'] {
  return Object.entries(facts).flatMap(([name, said]) => {
    const all = said === null || said === undefined ? [] : [said].flat();
    const shown = all.slice(0, mostValues).map((one) => line(String(one)));
    const more = all.length > mostValues ? [`+ ${all.length - mostValues}`] : [];
    return all.length === 0 ? [] : [{ name: name as FactName, values: [...shown, ...more] }];
  });
}

const valuesOf = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, one]) => [name, typeof one === 'string' ? line(one) : one]),
  );

export function fine(
  code: (typeof fineFindings)[number],
  facts: Facts = {},
  values: Values = {},
): Outcome {
  return {
    state: 'good',
    verdict: { kind: 'fine', code, values: valuesOf(values) },
    facts: factsOf(facts),
  };
}

export function trouble(
  state: 'note' | 'bad',
  code: TroubleFinding,
  facts: Facts = {},
  values: Values = {},
): Outcome {
  return {
    state,
    verdict: { kind: 'trouble', code, values: valuesOf(values) },
    facts: factsOf(facts),
  };
}

export function problem(
  error: AppError,
  facts: Facts = {},
  state: 'note' | 'bad' = 'bad',
): Outcome {
  const details = Object.entries(error.details).map(([name, one]) => [
    name,
    typeof one === 'string' ? line(one) : one,
  ]);
  const data = { ...error.toData(), details: Object.fromEntries(details) };
  return { state, verdict: { kind: 'problem', problem: data }, facts: factsOf(facts) };
}
