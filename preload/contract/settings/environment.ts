import * as z from 'zod';

/** Environment variables that affect whom the app trusts, how it reaches servers, or who can read its traffic. */
export const environmentVariables = [
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'SSLKEYLOGFILE',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_OPTIONS',
  'NODE_DEBUG',
  'OPENSSL_CONF',
  'OPENSSL_MODULES',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
] as const;
export type EnvironmentVariable = (typeof environmentVariables)[number];

/**
 * How the app treats a set variable: `undone`, it has no effect; `used` as intended; or `in-force` since before the app
 * began, and nothing can be done about it.
 */
export const environmentTreatments = ['undone', 'used', 'in-force'] as const;
export type EnvironmentTreatment = (typeof environmentTreatments)[number];

/** A set variable. Its value is private: a proxy's contains a password. */
export const environmentFinding = z.object({
  name: z.enum(environmentVariables),
  treatment: z.enum(environmentTreatments),
});
export type EnvironmentFinding = z.infer<typeof environmentFinding>;
