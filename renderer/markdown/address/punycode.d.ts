declare module 'punycode/punycode.es6.js' {
  /** A host name with each `xn--` label as people write it. @throws RangeError where one is none */
  export function toUnicode(hostname: string): string;
}
