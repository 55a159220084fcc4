import type { DoctorStep } from '../../../../preload/contract/systems/doctor.ts';

/** Where a step's problem can be solved: `doctor.actions.<remedy>`. */
export type Remedy =
  | 'system'
  | 'proxy'
  | 'pin'
  | 'issuer'
  | 'certificates'
  | 'session'
  | 'keys'
  | 'unlock';

const byStep: Partial<Record<DoctorStep['id'], Remedy>> = {
  address: 'system',
  lookup: 'system',
  tls: 'system',
  trust: 'system',
  clientCertificate: 'system',
  http: 'system',
  discovery: 'session',
  tokenEndpoint: 'session',
  models: 'keys',
};

/** Errors with remedies of their own, the likeliest first. */
const byCode: Readonly<Record<string, readonly Remedy[]>> = {
  'vault-locked': ['unlock'],
  'proxy-sign-in': ['proxy'],
  'proxy-refuses': ['proxy'],
  'proxy-unusable': ['proxy'],
  'proxy-script-unusable': ['proxy'],
  'network-proxy': ['proxy'],
  'network-proxy-method': ['proxy'],
  'tls-server-not-trusted': ['system', 'pin'],
  'trust-self-signed': ['pin', 'system'],
  'trust-pin-differs': ['pin'],
  'trust-other-authority': ['system', 'pin'],
  'trust-none-of-computer': ['system', 'pin'],
  'trust-incomplete': ['issuer', 'system', 'pin'],
};

/** Causes that the user cannot fix here: the computer's clock, the server, the network. */
const elsewhere =
  /^(clock-|network-(?!name)|connect-|lookup-|tls-(silent|cut|endless|too-old))|models-none|certificate-unasked$|http-broken/;

/** Returns the buttons that do what a step's message suggests; none if the app cannot help. */
export function remediesOf({ id, state, verdict }: DoctorStep): readonly Remedy[] {
  if ((state !== 'bad' && state !== 'note') || verdict === null) return [];
  const code = verdict.kind === 'problem' ? verdict.problem.code : verdict.code;
  const own = byCode[code];
  if (own !== undefined) return own;
  if (/^(session-|sign-in-|client-)/.test(code)) return ['session'];
  if (/^(tls-client-certificate-|certificate-refused$)/.test(code)) return ['certificates'];
  const usual = byStep[id];
  return elsewhere.test(code) || usual === undefined ? [] : [usual];
}
