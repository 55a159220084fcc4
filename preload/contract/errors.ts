/**
 * Every way a call can fail, as one value. A code has a sentence in every language under
 * `errors.<code>` (what happened, what it means, what to do); the type of the translations makes a
 * missing one a compile error.
 */
export const errorCodes = [
  // the contract itself
  'contract-unknown-call',
  'contract-invalid-input',
  'contract-sender-refused',
  'internal',
  'not-found',
  'cancelled',
  'call-too-large',
  'call-too-deep',
  'data-folder-in-use',
  'data-no-locks',
  'data-folder-refused',
  'data-folder-moved',
  'data-folder-gone',
  'data-place-damaged',
  'new-place-refused',
  'new-place-full',
  'new-place-no-locks',
  'new-place-not-written',
  'update-feed-invalid',
  'update-not-read',
  'update-signature',
  'update-changed',
  'update-not-shown',
  'part-missing',
  'data-newer',
  'data-damaged',
  'disk-full',
  'data-not-written',
  'settings-damaged',
  'locked-by-policy',
  'backup-unreadable',
  'backup-foreign',
  'backup-cut',
  'backup-damaged',
  'backup-keys-closed',
  'backup-wrong-passphrase',
  'backup-folder-refused',
  'backup-folder-gone',
  'backup-folder-full',
  'backup-folder-read-only',
  'file-not-saved',
  'file-not-read',
  'path-unusable',
  'place-planted',
  'place-not-answering',
  // files of a system
  'file-exists',
  'file-changed',
  'transfer-too-large',
  'transfers-too-many',
  'command-running',
  'programs-too-many',
  'folder-too-deep',
  // tools and their servers
  'tool-changed',
  'tool-servers-unreadable',
  'tool-server-not-found',
  'tool-server-off',
  'tool-server-script',
  'tool-server-values',
  'tool-server-sign-in',
  'tool-server-sign-in-failed',
  'tool-server-client',
  'tool-asks-every-time',
  'tool-form-invalid',
  'tool-server-ended',
  'tool-server-silent',
  'tool-server-flood',
  'tool-server-protocol',
  'tool-server-refused',
  // jobs of a system
  'submission-unsupported',
  'storage-not-allowed',
  // the connection to a server
  'network-name-not-found',
  'network-refused',
  'network-unreachable',
  'network-timeout',
  'network-reset',
  'network-offline',
  'network-proxy',
  'network-proxy-method',
  'tls-server-not-trusted',
  'tls-server-name-mismatch',
  'tls-server-expired',
  'tls-handshake',
  'tls-client-certificate-missing',
  'tls-client-certificate-expired',
  'tls-client-certificate-rejected',
  // a server's answers
  'http-unauthorized',
  'http-forbidden',
  'http-not-found',
  'http-rate-limited',
  'http-status',
  'http-redirect-refused',
  'http-broken',
  'answer-encoding',
  'answer-not-json',
  'answer-shape',
  'answer-too-large',
  'calendar-unreadable',
  'calendar-empty',
  'calendar-page',
  'calendar-contacts',
  'calendar-json',
  'calendar-binary',
  'calendar-cut-off',
  'calendar-too-much',
  // a system's own ssh program
  'ssh-missing',
  'ssh-key-unknown',
  'ssh-key-changed',
  'ssh-refused',
  'ssh-not-answered',
  'ssh-failed',
  'ssh-cut',
  'ssh-command-missing',
  'ssh-command-failed',
  'job-folder-required',
  'ssh-word-refused',
  'ssh-file-failed',
  // certificates
  'certificate-wrong-password',
  'certificate-unsupported',
  'certificate-malformed',
  'certificate-no-key',
  'certificate-no-certificate',
  'certificate-not-a-certificate',
  'certificate-not-an-authority',
  'authority-expired',
  'authority-not-for-servers',
  'authorities-too-many',
  'certificate-too-large',
  'certificate-too-slow',
  'certificate-refused',
  'certificate-unasked',
  // the vault
  'vault-locked',
  'vault-wrong-passphrase',
  'vault-too-many-tries',
  'vault-confirmation-needed',
  'vault-not-set-up',
  'vault-damaged',
  'vault-keychain-unavailable',
  'vault-keychain-locked',
  // systems
  'address-invalid',
  'no-system',
  'demo-not-running',
  'system-file-invalid',
  'system-file-newer',
  'system-file-secret',
  // generative AI and chat
  'api-key-missing',
  'api-key-refused',
  'gateway-refused',
  'model-not-chosen',
  'model-gone',
  'context-overflow',
  'request-too-large',
  'image-not-supported',
  'format-refused',
  'stream-interrupted',
  'stream-error',
  'turn-running',
  'tool-rounds-reached',
  'import-unreadable',
  'import-database',
  'prompts-unreadable',
  'history-unreadable',
  'history-too-large',
  // attachments
  'attachment-too-large',
  'attachment-unsupported',
  'attachment-missing',
  'attachment-not-kept',
  'attachment-too-many',
  'image-unreadable',
  'pdf-password',
  'pdf-damaged',
  'pdf-too-slow',
  'image-form',
  'document-damaged',
  'document-protected',
  'document-too-large',
  'document-no-text',
  'import-too-large',
  'export-too-large',
  'print-failed',
  'no-printer',
  // OAuth clients
  'client-id-taken',
  'registration-refused',
  'registration-unavailable',
  'registration-token-refused',
  'secret-not-renewed',
  // signing in
  'sign-in-no-address',
  'sign-in-no-client',
  'sign-in-settings-invalid',
  'sign-in-in-progress',
  'sign-in-already-active',
  'sign-in-way-unavailable',
  'sign-in-refused',
  'sign-in-provider-error',
  'sign-in-state-mismatch',
  'sign-in-issuer-mismatch',
  'sign-in-deadline',
  'sign-in-cancelled',
  'sign-in-window-closed',
  'sign-in-tab-twice',
  'sign-in-browser-twice',
  'sign-in-page-failed',
  'sign-in-window-failed',
  'sign-in-redirect-not-registered',
  'sign-in-no-certificate',
  'sign-in-client-refused',
  'sign-in-secret-missing',
  'sign-in-code-refused',
  'sign-in-answer-unusable',
  'sign-in-id-token-missing',
  'sign-in-id-token-invalid',
  'sign-in-keys-unknown',
  'sign-in-keys-unreadable',
  'sign-in-listener-failed',
  // submitting a job
  'script-too-large',
  'script-not-text',
  // the API console
  'description-unreadable',
  'description-unknown',
  'description-too-large',
  'description-too-complex',
  'descriptions-too-many',
  'request-address-invalid',
  'request-variable-unknown',
  'request-value-missing',
  'request-header-invalid',
  'request-file-gone',
  'download-once',
  'variables-too-many',
  'requests-too-many',
  'request-not-confirmed',
  'origin-not-allowed',
  // the session
  'session-signed-out',
  'session-expired',
  'session-refresh-refused',
  'session-refresh-unanswered',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** An error as it crosses the contract. `details` contain only values that a user may see. */
export interface AppErrorData {
  readonly code: ErrorCode;
  /** Values for the sentence, and the server's own text under `server`, if any. */
  readonly details: Readonly<Record<string, string | number | boolean>>;
  /** True if the same call may succeed later without the user changing anything. */
  readonly retryable: boolean;
}

/** The application's only error class; its `cause` stays in main and goes to the redacted log only. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: AppErrorData['details'];
  readonly retryable: boolean;

  constructor(
    code: ErrorCode,
    options: { details?: AppErrorData['details']; retryable?: boolean; cause?: unknown } = {},
  ) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details ?? {};
    this.retryable = options.retryable ?? false;
  }

  toData(): AppErrorData {
    return { code: this.code, details: this.details, retryable: this.retryable };
  }

  static fromData(data: AppErrorData): AppError {
    return new AppError(data.code, { details: data.details, retryable: data.retryable });
  }
}
