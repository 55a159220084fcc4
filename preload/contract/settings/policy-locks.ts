/** What a site may lock; each is said in words under `policy.locks`. */
export const policyLocks = [
  /** Tokens of a session stay in memory. */
  'noKeptTokens',
  /** Models call no tool that comes from outside the app. */
  'noExternalTools',
  /** There is no API console. */
  'noApiConsole',
  /** Every connection is direct, whatever the user, environment or operating system says. */
  'noProxy',
  /** The policy's proxy (else the computer's) is used for every system. */
  'fixedProxy',
  /** Secrets are sealed by the operating system's keychain, or not kept. */
  'keychainRequired',
  /** The user may not change where updates come from. */
  'fixedUpdates',
] as const;
export type PolicyLock = (typeof policyLocks)[number];

/** Of these this version has nothing yet that could be locked. */
export const locksOfLater: readonly PolicyLock[] = ['noApiConsole'];
