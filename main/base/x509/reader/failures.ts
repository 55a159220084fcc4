/** Why a file gave no usable certificate and key; each kind needs another sentence and another remedy. */
export type FailureOutcome =
  /** The passphrase is missing or wrong. `details.reason` says more if known. */
  | 'wrong-password'
  /** A sound file that uses an algorithm without an implementation here; `details.algorithm` names it. */
  | 'unsupported'
  /** The bytes break the format; `details.where` and `details.reason` say at which field and why. */
  | 'malformed'
  /** Certificates only. */
  | 'no-key'
  /** A private key, but no certificate for it. */
  | 'no-certificate'
  /** Another kind of file; `details.kind` names it. */
  | 'not-a-certificate'
  /** Over the size limit. */
  | 'too-large'
  /** Iteration counts over the limit. */
  | 'too-slow';

export type FailureDetails = Readonly<Record<string, string | number | boolean>>;

/** Thrown inside the reader only; `readCertificateFile` turns it into a result. */
export class ReaderError extends Error {
  readonly outcome: FailureOutcome;
  readonly details: FailureDetails;

  constructor(outcome: FailureOutcome, details: FailureDetails = {}) {
    super(`${outcome} ${JSON.stringify(details)}`);
    this.name = 'ReaderError';
    this.outcome = outcome;
    this.details = details;
  }
}

/** The bytes at `where` (a dotted path of field names) do not follow the standard. */
export function malformed(where: string, reason: string, offset?: number): ReaderError {
  return new ReaderError(
    'malformed',
    offset === undefined ? { where, reason } : { where, reason, offset },
  );
}

/** `algorithm` is a name people can look up, or a dotted object identifier if there is none. */
export function unsupported(algorithm: string, where: string): ReaderError {
  return new ReaderError('unsupported', { algorithm, where });
}
