/**
 * A passphrase is text; each standard turns it into octets in its own way, and writers err. One
 * encoding holds both forms: what the PKCS#12 KDF takes and what PBKDF2, PBKDF1 and scrypt take.
 */
export interface PassphraseEncoding {
  /** `standard`, or the deviation. */
  readonly name:
    | 'standard'
    | 'zero-length'
    | 'normalised-nfc'
    | 'normalised-nfd'
    | 'utf8-as-latin1'
    | 'latin1'
    | 'bmp-for-pbkdf2';
  /** UTF-16 big-endian with terminator (RFC 7292, B.1); empty for a missing passphrase. */
  readonly bmp: Uint8Array;
  /** UTF-8 (RFC 8018, 3). */
  readonly raw: Uint8Array;
}

/** UTF-16 big-endian and two zero octets. */
export function bmpPassphrase(text: string): Uint8Array {
  return Buffer.from(`${text}\0`, 'utf16le').swap16();
}

const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');

function standard(text: string, name: PassphraseEncoding['name'] = 'standard'): PassphraseEncoding {
  return { name, bmp: bmpPassphrase(text), raw: utf8(text) };
}

/**
 * Returns the encodings to try, the standard's first. An empty and a missing passphrase are the same to a user but
 * differ in files: {0, 0} or nothing.
 */
export function encodingsOf(passphrase: string | null): PassphraseEncoding[] {
  if (passphrase === null || passphrase === '') {
    return [standard(''), { name: 'zero-length', bmp: new Uint8Array(), raw: new Uint8Array() }];
  }
  const encodings = [standard(passphrase)];
  if (/^[\x20-\x7e]*$/.test(passphrase)) return encodings;
  const nfc = passphrase.normalize('NFC');
  const nfd = passphrase.normalize('NFD');
  if (nfc !== passphrase) encodings.push(standard(nfc, 'normalised-nfc'));
  if (nfd !== passphrase) encodings.push(standard(nfd, 'normalised-nfd'));
  // OpenSSL before 1.1 widened each UTF-8 octet to a character.
  const widened = Buffer.from(passphrase, 'utf8').toString('latin1');
  encodings.push({ name: 'utf8-as-latin1', bmp: bmpPassphrase(widened), raw: utf8(widened) });
  if ([...passphrase].every((char) => (char.codePointAt(0) ?? 256) < 256)) {
    const latin1 = Buffer.from(passphrase, 'latin1');
    encodings.push({ name: 'latin1', bmp: bmpPassphrase(passphrase), raw: latin1 });
  }
  return encodings;
}

/** Old NSS fed PBKDF2 with the PKCS#12 form. */
export function bmpForPbkdf2({ bmp }: PassphraseEncoding): PassphraseEncoding {
  return { name: 'bmp-for-pbkdf2', bmp, raw: bmp };
}
