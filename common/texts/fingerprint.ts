/** Labels before the digits, without separators. */
const names = ['sha256fingerprint', 'sha256', 'fingerprint'];

/**
 * Parses a SHA-256 fingerprint as tools and people write it: in either case, with colons, spaces or lines between its
 * digits, and with a label before it (`sha256 Fingerprint=AB:CD:…`).
 * @returns 64 digits of lower-case hex; null if it is invalid
 */
export function readFingerprint(text: string): string | null {
  const joined = text
    .slice(0, 500)
    .toLowerCase()
    .replace(/[\s:.=-]/g, '');
  const name = names.find((one) => joined.startsWith(one)) ?? '';
  const digits = joined.slice(name.length);
  return /^[0-9a-f]{64}$/.test(digits) ? digits : null;
}
