export {
  createRedaction,
  personalAttributes,
  redactTexts,
} from './personal.ts';
export { redact } from './secrets.ts';
export { createStrictRedaction, secretParts } from './strict.ts';
