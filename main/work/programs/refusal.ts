import { AppError } from '../../../preload/contract/errors.ts';
import type { ProgramRequest } from '../../../preload/contract/work/programs.ts';
import type { KeyEnd } from './keys.ts';

/** What the user must do before such a call works. */
type Missing = ProgramRequest['missing'];

/** A call of another program that is not passed on. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  /** Shown to the user, who can give it; null if nothing can be done about the call. */
  readonly missing: { readonly kind: Missing; readonly what: string } | null;

  constructor(
    status: number,
    code: string,
    message: string,
    missing: { readonly kind: Missing; readonly what: string } | null = null,
  ) {
    super(message);
    this.name = 'Refused';
    this.status = status;
    this.code = code;
    this.missing = missing;
  }
}

const screen = 'Open “Other programs” in Compute Desk';

/** Sentences for programs, whose users read them in a log or a terminal: in English, as of any API. */
const sentences: Readonly<Record<Missing, (what: string) => string>> = {
  path: (what) => `This key may not use /${what}. ${screen} to permit it.`,
  model: (what) => `This key may not use the model ${what}. ${screen} to permit it.`,
  write: () => `This key may only read. ${screen} to permit calls that change something.`,
  conversations: () => `This key may not read conversations. ${screen} to permit it.`,
  unlock: () => `The secrets of Compute Desk are locked. ${screen} to unlock them.`,
  keychain: () =>
    `The keychain that keeps the secrets of Compute Desk is locked or away. ${screen} to see why.`,
  'sign-in': () => `There is no session in Compute Desk. ${screen} to sign in.`,
  expired: () => `The end date of this key has passed. ${screen} to extend it.`,
  revoked: () => `This key was revoked. ${screen} to make another.`,
  port: () => `This key has ended: another program held its port. ${screen} to make another.`,
  ssh: () => `Compute Desk has no SSH connection to this system. ${screen} to connect.`,
  'api-key': () => `Compute Desk has no API key for this service. ${screen} to add one.`,
};

/** Nothing of it is worth repeating by itself, as SDKs repeat other statuses. */
const permanent = 403;

export function missing(kind: Missing, what = ''): Refused {
  return new Refused(permanent, `missing-${kind}`, sentences[kind](what), { kind, what });
}

/** A key that no longer works. */
export const keyEnded = (kind: KeyEnd): Refused =>
  new Refused(401, 'key-ended', sentences[kind](''), { kind, what: '' });

/** Codes of errors that the user can do something about. */
const remedies: Readonly<Record<string, Missing>> = {
  'vault-locked': 'unlock',
  'vault-keychain-locked': 'keychain',
  'vault-keychain-unavailable': 'keychain',
  'session-signed-out': 'sign-in',
  'session-expired': 'sign-in',
  'api-key-missing': 'api-key',
};

/** Turns whatever a call failed with into an answer that says nothing of the app's inside. */
export function toRefused(cause: unknown): Refused {
  if (cause instanceof Refused) return cause;
  if (!(cause instanceof AppError)) return new Refused(500, 'internal', 'Compute Desk failed.');
  const kind = remedies[cause.code];
  if (kind !== undefined) return missing(kind);
  if (cause.code === 'not-found') return new Refused(404, 'not-found', 'There is no such thing.');
  if (cause.code === 'locked-by-policy') {
    return new Refused(permanent, cause.code, 'The operator of Compute Desk has locked this.');
  }
  const status = cause.code === 'network-timeout' ? 504 : 502;
  return new Refused(status, cause.code, `Compute Desk got no answer (${cause.code}).`);
}

/** In the form of OpenAI's API, which SDKs show. */
export const bodyOf = ({ message, code }: Refused): string =>
  `${JSON.stringify({ error: { message, type: 'compute_desk', code, param: null } })}\n`;
