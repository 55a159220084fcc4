/** What stands before the digits, without what separates them. */
const names = ['sha256fingerprint', 'sha256', 'fingerprint'];

/**
 * A SHA-256 fingerprint as tools and people write it: in either case, with colons, spaces or lines between its
 * digits, and with its name before it (`sha256 Fingerprint=AB:CD:…`).
 * @returns 64 digits of lower-case hex; null where it is none
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
