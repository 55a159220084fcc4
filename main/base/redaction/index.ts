export { createRedaction, personalIn, redacted } from './personal.ts';
export { redact } from './secrets.ts';
export { createStrictRedaction, wordsOfSecret } from './strict.ts';
