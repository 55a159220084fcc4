import type { PolicySource } from '../../preload/contract/settings/policy.ts';

type Code = NonNullable<PolicySource['problem']>['code'];

/** Why a policy cannot be followed. */
export class PolicyFault extends Error {
  readonly code: Code;
  readonly where: string;

  constructor(code: Code, where = '', cause?: unknown) {
    super(`policy: ${code} ${where}`, { cause });
    this.code = code;
    this.where = where;
  }
}
