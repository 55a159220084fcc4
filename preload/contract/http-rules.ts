/** HTTP rules that a server broke (RFC 9110, 9112), as far as known: `common.httpRules.<rule>`. */
export const httpRules = [
  'unaskedContinue',
  'unaskedUpgrade',
  'statusLine',
  'lineEnd',
  'folded',
  'header',
  'length',
  'lengthTwice',
  'lengthAndChunks',
  'lengthDiffers',
  'chunk',
  'other',
] as const;
export type HttpRule = (typeof httpRules)[number];
