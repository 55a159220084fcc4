/** Features that an operator may lock; each has a text under `policy.locks`. */
export const policyLocks = [
  /** Tokens of a session stay in memory. */
  'noKeptTokens',
  /** Models call no tools from outside the app. */
  'noExternalTools',
  /** There is no API console. */
  'noApiConsole',
  /** No jobs are submitted. */
  'noJobSubmission',
  /** Users run no commands on systems. */
  'noCommands',
  /** No system is reached by the ssh program. */
  'noSsh',
  /** No other program uses the systems through the app. */
  'noOtherPrograms',
  /** Every connection is direct, whatever the user, environment or operating system says. */
  'noProxy',
  /** The policy's proxy (else the computer's) is used for every system. */
  'fixedProxy',
  /** Secrets are sealed by the operating system's keychain, or not stored. */
  'keychainRequired',
  /** The user may not change the source of updates. */
  'fixedUpdates',
] as const;
export type PolicyLock = (typeof policyLocks)[number];

/** Locks for features that this version does not have yet. */
export const futureLocks: readonly PolicyLock[] = [];
