-- Servers of a system that ask for the certificate after the request, as JSON: [{"host":"name:port","since":…}]. They are
-- reached with TLS 1.2 at most.
ALTER TABLE connections ADD COLUMN tls12 TEXT NOT NULL DEFAULT '[]';

-- as the app of this format kept it
UPDATE connections SET tls12 = '[{"host":"api.invalid:443","since":"2026-11-27T00:00:00.000Z"}]' WHERE system_id = 's1';
