import type { DoctorStep } from '../../../preload/contract/doctor.ts';

/** Where a step's trouble is mended: `doctor.actions.<remedy>`. */
export type Remedy = 'system' | 'certificates' | 'session' | 'keys' | 'unlock';

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

/** What the user cannot mend here: the computer's clock, the server, the network, the proxy. */
const elsewhere =
  /^(clock-|proxy-|network-(?!name)|connect-|lookup-|tls-(silent|cut|endless|too-old))|models-none/;

/** The button that does what a step's sentence says; null where nothing in the app does. */
export function remedyOf({ id, state, verdict }: DoctorStep): Remedy | null {
  if ((state !== 'bad' && state !== 'note') || verdict === null) return null;
  const code = verdict.kind === 'problem' ? verdict.problem.code : verdict.code;
  if (code === 'vault-locked') return 'unlock';
  if (/^(session-|sign-in-|client-)/.test(code)) return 'session';
  if (/^(tls-client-certificate-|certificate-refused$)/.test(code)) return 'certificates';
  return elsewhere.test(code) ? null : (byStep[id] ?? null);
}
