const secret =
  /authorization|cookie|token|secret|passw|passphrase|credential|session|api[-_]?key|access[-_]?key|subscription[-_]?key|^key$|^sig(nature)?$/i;

/** Tells whether a header, parameter or field of this name has a value that is secret. */
export const isSecretName = (name: string): boolean => secret.test(name);
