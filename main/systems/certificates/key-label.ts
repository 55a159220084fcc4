/** Returns a key type in its usual form: `RSA 2048`, `EC P-256`, `Ed25519`. */
export function keyLabel(keyType: string, bits: number | null): string {
  if (keyType.startsWith('ec:')) return `EC ${keyType.slice(3)}`;
  if (keyType.startsWith('ed')) return `Ed${keyType.slice(2)}`;
  const name = keyType.toUpperCase();
  return bits === null ? name : `${name} ${bits}`;
}
