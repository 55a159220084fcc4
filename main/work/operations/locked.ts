import type { PolicyLock } from '../../../preload/contract/settings/policy-locks.ts';

type Locked = readonly [lock: PolicyLock, method: string, path: RegExp];

/**
 * Requests by which the families' APIs take jobs and run commands, wherever their address begins. All of them are locked
 * whatever family a system is said to have: its user may say another one, or none.
 */
const all: readonly Locked[] = [
  // The field's.
  ['noJobSubmission', 'POST', /\/queue\/[^/]+$/],
  ['noCommands', 'POST', /\/command\/[^/]+$/],
  // slurmrestd: `allocate` holds nodes without a script.
  ['noJobSubmission', 'POST', /\/slurm\/v[^/]+\/jobs?\/(submit|allocate)$/],
  // FirecREST: `attach` runs a command within a job.
  ['noJobSubmission', 'POST', /\/compute\/[^/]+\/jobs$/],
  ['noCommands', 'PUT', /\/compute\/[^/]+\/jobs\/[^/]+\/attach$/],
  // IRI.
  ['noJobSubmission', 'POST', /\/compute\/job\/[^/]+$/],
];

/** Returns the operator's lock that a request below any address falls under; null: none. */
export function lockOf(method: string, pathname: string): PolicyLock | null {
  const path = plain(pathname);
  const verb = method.toUpperCase();
  // A file of the user's may be called as anything.
  if (/\/file\/[^/]+\/./.test(path)) return null;
  return (
    all.find(([, itsMethod, itsPath]) => itsMethod === verb && itsPath.test(path))?.[0] ?? null
  );
}

/** As a server may read it: without escapes, steps, empty parts, letters' case and what follows a semicolon. */
function plain(pathname: string): string {
  const parts: string[] = [];
  for (const one of decoded(pathname).toLowerCase().split('/')) {
    const [part = ''] = one.split(';');
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch (cause) {
    if (cause instanceof URIError) return pathname;
    throw cause;
  }
}
