import { isSystemFile } from './system-choices.ts';

/** Endings of files that may contain a certificate or its key; other files can still be chosen. */
export const certificateEndings = ['.p12', '.pfx', '.pem', '.crt', '.cer', '.der', '.key'] as const;
/** Those that contain a key together with its certificate. */
const wholeEndings = ['.p12', '.pfx'] as const;

const endsWith = (name: string, endings: readonly string[]): boolean =>
  endings.some((ending) => name.toLowerCase().endsWith(ending));

/** Returns whether a file is the app's by its name: a certificate, its key, or a ready-made system. */
export function isOwnFile(name: string): boolean {
  return isSystemFile(name) || endsWith(name, certificateEndings);
}

/** Returns whether a file may be a certificate or a key that needs the other one. */
export function isCertificateHalf(name: string): boolean {
  return !isSystemFile(name) && !endsWith(name, wholeEndings);
}
