import type { FaultDetails } from '../../../common/texts/file-fault.ts';
import type { PolicySource } from '../../../preload/contract/settings/policy.ts';

type Code = NonNullable<PolicySource['problem']>['code'];

/** Further facts about a fault: the problem, and its place in the text. */
export interface FaultFacts extends Partial<FaultDetails> {
  /** Path of the field, used to find its line. */
  readonly path?: readonly PropertyKey[];
}

/** Reason why a policy cannot be followed. */
export class PolicyFault extends Error {
  readonly code: Code;
  readonly where: string;
  readonly place: FaultFacts;

  constructor(code: Code, where = '', cause?: unknown, place: FaultFacts = {}) {
    super(`policy: ${code} ${where}`, { cause });
    this.code = code;
    this.where = where;
    this.place = place;
  }
}
