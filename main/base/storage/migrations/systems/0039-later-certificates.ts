export const laterCertificates = `
-- Servers of a system that ask for the certificate after the request, as JSON: [{"host":"name:port","since":…}]. They are
-- reached with TLS 1.2 at most.
ALTER TABLE connections ADD COLUMN tls12 TEXT NOT NULL DEFAULT '[]';
`;
