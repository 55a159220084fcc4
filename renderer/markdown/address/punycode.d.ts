declare module 'punycode/punycode.es6.js' {
  /** Decodes each `xn--` label of a host name. @throws RangeError for an invalid one */
  export function toUnicode(hostname: string): string;
}
