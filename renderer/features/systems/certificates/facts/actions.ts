/** What can be done with a certificate from its card. */
export type CertificateAction =
  | 'rename'
  | 'export-pem'
  | 'export-p12'
  | 'replace'
  | 'delete'
  | 'use';
