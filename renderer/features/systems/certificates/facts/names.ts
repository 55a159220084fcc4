/** Splits an RFC 4514 name as written, escapes kept: `CN=a\, b,O=c` has two parts. */
function parts(name: string): string[] {
  return name.match(/(?:\\.|[^,\\])+/g) ?? [];
}

/** RFC 4514, section 2.4: a backslash before a character, or before the two digits of a byte. */
function unescaped(text: string): string {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const [, hex, character, plain] of text.matchAll(/\\([0-9a-fA-F]{2})|\\(.)|([^\\]+)/g)) {
    if (hex !== undefined) bytes.push(Number.parseInt(hex, 16));
    else bytes.push(...encoder.encode(character ?? plain ?? ''));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

/** Name parts that proxy certificates (RFC 3820) add to their user's name. */
const ofProxy = /^(\d+|(limited )?proxy)$/i;

/** Returns the common name in an RFC 4514 name, the user's for a proxy certificate; the whole name if it has none. */
export function commonName(name: string): string {
  const names = parts(name).flatMap((part) => {
    const [, value = ''] = /^\s*CN=(.*)$/is.exec(part) ?? [];
    return value === '' ? [] : [unescaped(value.trim())];
  });
  return names.find((one) => !ofProxy.test(one)) ?? names[0] ?? name;
}

/** Formats a fingerprint for comparison: upper-case pairs with colons, `AB:CD:…`. */
export function fingerprintText(hex: string): string {
  return hex.toUpperCase().match(/.{2}/g)?.join(':') ?? hex;
}
