/** `RSA 2048`, `EC P-256`, `Ed25519`: a key type of the reader's as people name keys. */
export function keyLabel(keyType: string, bits: number | null): string {
  if (keyType.startsWith('ec:')) return `EC ${keyType.slice(3)}`;
  if (keyType.startsWith('ed')) return `Ed${keyType.slice(2)}`;
  const name = keyType.toUpperCase();
  return bits === null ? name : `${name} ${bits}`;
}
