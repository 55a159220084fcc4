import type { FaultDetails } from '../../../common/texts/file-fault.ts';
import type { PolicySource } from '../../../preload/contract/settings/policy.ts';

type Code = NonNullable<PolicySource['problem']>['code'];

/** What more is known of a fault: what is wrong there, and where in the text. */
export interface FaultPlace extends Partial<FaultDetails> {
  /** The field's path, by which its line is found. */
  readonly path?: readonly PropertyKey[];
}

/** Why a policy cannot be followed. */
export class PolicyFault extends Error {
  readonly code: Code;
  readonly where: string;
  readonly place: FaultPlace;

  constructor(code: Code, where = '', cause?: unknown, place: FaultPlace = {}) {
    super(`policy: ${code} ${where}`, { cause });
    this.code = code;
    this.where = where;
    this.place = place;
  }
}
