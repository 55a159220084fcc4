import { upgrade } from '@scalar/openapi-upgrader';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Json } from '../../../../preload/contract/shapes.ts';
import { isRecord } from '../../operations/index.ts';
import { readOperations } from './operations.ts';
import { parseFile, unreadable } from './parse.ts';
import { createReferences, type JsonRecord, type Reading } from './references.ts';
import { lineOf } from './texts.ts';
import type { ReadDescription } from './types.ts';
import { createWarnings } from './warnings.ts';

/**
 * Reads an OpenAPI 3.0, 3.1 or 3.2 or Swagger 2.0 description, in JSON or YAML. What does not follow the rules becomes a
 * warning; the rest comes in.
 * @throws AppError `description-unreadable`, `description-unknown`, `description-too-complex`
 */
export function readDescription(bytes: Uint8Array): ReadDescription {
  const { warn, all: warnings, more } = createWarnings();
  const parsed = parseFile(bytes, warn);
  const format = formatOf(parsed.value);
  if (format === null || !isRecord(parsed.value) || !isRecord(parsed.value.paths)) {
    // A file of another kind has faults everywhere; the first one of a description's own tells more.
    const [fault] = warnings;
    if (fault === undefined || format === null) throw new AppError('description-unknown');
    throw unreadable(`${fault.code}, ${fault.line ?? 1}`);
  }
  const root = upgraded(parsed.value, format, { warn, lineOf: parsed.lineOf });
  const info = isRecord(root.info) ? root.info : {};
  const references = createReferences(root, warn, parsed.lineOf);
  const operations = readOperations(root, { references, warn, lineOf: parsed.lineOf });
  if (operations.length === 0) throw new AppError('description-unknown');
  return {
    title: lineOf(info.title, 200),
    version: lineOf(info.version, 100),
    format: `${format.name} ${format.version}`,
    operations,
    schemas: [...references.schemas],
    warnings,
    moreWarnings: more(),
  };
}

interface Format {
  readonly name: 'OpenAPI' | 'Swagger';
  readonly version: string;
}

function formatOf(value: Json): Format | null {
  if (!isRecord(value)) return null;
  const openapi = lineOf(value.openapi, 20);
  if (/^3\.[0-9]/.test(openapi)) return { name: 'OpenAPI', version: openapi };
  // YAML has the number 2 for 2.0.
  const swagger = lineOf(value.swagger, 20);
  return /^2(\.0)?$/.test(swagger) ? { name: 'Swagger', version: '2.0' } : null;
}

/** Returns a description as of 3.1; one of 3.1 or 3.2 as it is. @throws AppError `description-unreadable` */
function upgraded(
  value: JsonRecord,
  { name, version }: Format,
  { warn, lineOf: lineAt }: Pick<Reading, 'warn' | 'lineOf'>,
): JsonRecord {
  if (name === 'OpenAPI' && !version.startsWith('3.0')) return value;
  try {
    const newer = upgrade(name === 'Swagger' ? { ...value, swagger: '2.0' } : value, '3.1');
    return newer as unknown as JsonRecord;
  } catch {
    // What it cannot rewrite can still be read as it is.
    if (name === 'OpenAPI') return value;
    return upgradedInParts(value, (path) => {
      warn({ code: 'bad-operation', line: lineAt(['paths', path]), about: path });
    });
  }
}

/** Leaves out what cannot be rewritten: one path takes no others along. @throws AppError `description-unreadable` */
function upgradedInParts(value: JsonRecord, bad: (path: string) => void): JsonRecord {
  const part = (more: JsonRecord): JsonRecord | null => {
    try {
      return upgrade({ ...more, swagger: '2.0' }, '3.1') as unknown as JsonRecord;
    } catch {
      return null;
    }
  };
  const { paths: given, definitions, ...shared } = value;
  const { info = {}, host = '', basePath = '' } = shared;
  const whole =
    part({ ...shared, ...(isRecord(definitions) && { definitions }), paths: {} }) ??
    part({ ...shared, paths: {} }) ??
    part({ info, host, basePath, paths: {} });
  if (whole === null) throw unreadable('paths');
  const paths: JsonRecord = {};
  for (const [path, item] of Object.entries(isRecord(given) ? given : {})) {
    const found = part({ ...shared, paths: { [path]: item } }) ?? part({ paths: { [path]: item } });
    if (found === null || !isRecord(found.paths)) bad(path);
    else Object.assign(paths, found.paths);
  }
  return { ...whole, paths };
}
