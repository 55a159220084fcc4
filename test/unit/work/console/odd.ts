import type { OperationParts } from '../../../../main/work/console/description/parts.ts';
import { readDescription } from '../../../../main/work/console/description/read.ts';
import type { ReadDescription } from '../../../../main/work/console/description/types.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { descriptionWarning } from '../../../../preload/contract/work/console-descriptions.ts';

export const info = { title: 'T', version: '1' };
export const ok = { responses: { '200': { description: 'fine' } } };
export const openapi = (paths: unknown, more: object = {}) => ({
  openapi: '3.1.0',
  info,
  paths,
  ...more,
});
export const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
export const posting = (schema: unknown) => ({ post: { requestBody: json(schema), ...ok } });
export const bytesOf = (value: unknown): Buffer =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

export function read(value: unknown): ReadDescription {
  const found = readDescription(bytesOf(value));
  for (const warning of found.warnings) descriptionWarning.parse(warning);
  return found;
}
export const keys = ({ operations }: ReadDescription): string[] => operations.map(({ key }) => key);
export const codes = ({ warnings }: ReadDescription): string[] => [
  ...new Set(warnings.map(({ code }) => code)),
];
export const parts = (found: ReadDescription, at = 0): OperationParts =>
  JSON.parse(found.operations[at]?.detail ?? '{}') as OperationParts;
/** Its keys and codes of warnings, or the name of the refusal. */
export function outcome(value: unknown): readonly string[] | string {
  try {
    const found = read(value);
    return [...keys(found), ...codes(found)];
  } catch (cause) {
    if (cause instanceof AppError) return cause.code;
    throw cause;
  }
}
