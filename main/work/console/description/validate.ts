import { validate } from '@scalar/openapi-validator';
import { isRecord } from '../../operations/index.ts';
import { parseFile } from './parse.ts';
import type { FoundWarnings } from './types.ts';
import { createWarnings } from './warnings.ts';

/** Deeper places have the line of what they are in. */
const deepestLine = 14;

/** Compares a description with the standard of its version. One of a version that has none yet has no warnings. */
export function validateDescription(bytes: Uint8Array): FoundWarnings {
  const { warn, all, more } = createWarnings();
  const { value, lineOf } = parseFile(bytes, () => undefined, deepestLine);
  if (!isRecord(value)) return { warnings: [], moreWarnings: 0 };
  // YAML has the number 2 for 2.0.
  const { version, errors = [] } = validate(
    'swagger' in value ? { ...value, swagger: '2.0' } : value,
  );
  if (version === undefined) return { warnings: [], moreWarnings: 0 };
  for (const { message, path = '' } of errors) {
    const way = (typeof path === 'string' ? path.split('/').slice(1) : path).map((step) =>
      step.replaceAll('~1', '/').replaceAll('~0', '~'),
    );
    warn({ code: 'standard', line: lineOf(way), about: `${way.join(' › ')}: ${message}` });
  }
  return { warnings: all, moreWarnings: more() };
}
