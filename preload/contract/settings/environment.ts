import * as z from 'zod';

/** Variables of the environment that bear on whom the app trusts, how it reaches servers, or who reads along. */
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
 * What the app does about one that is set: it is `undone`, and has no effect; it is `used` as it is meant; or it is
 * `in-force` since before the app began, and nothing can be done about it.
 */
export const environmentTreatments = ['undone', 'used', 'in-force'] as const;
export type EnvironmentTreatment = (typeof environmentTreatments)[number];

/** One that is set. Its value is nobody's business: a proxy's holds a password. */
export const environmentFinding = z.object({
  name: z.enum(environmentVariables),
  treatment: z.enum(environmentTreatments),
});
export type EnvironmentFinding = z.infer<typeof environmentFinding>;
