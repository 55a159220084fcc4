import type { useT } from '../../../../i18n/index.ts';
import { aboutOf, type Schemas } from './schema.ts';
import { asText } from './values.ts';

const longestHint = 240;

export function hintOf(schema: unknown, schemas: Schemas): string | undefined {
  const { description } = aboutOf(schema, schemas);
  if (description === '') return undefined;
  return description.length > longestHint ? `${description.slice(0, longestHint)}…` : description;
}

export function placeholderOf(
  t: ReturnType<typeof useT>,
  { example, fallback }: { readonly example: unknown; readonly fallback: unknown },
): string | undefined {
  if (fallback !== undefined && fallback !== null) {
    return t('console.form.default', { value: asText(fallback) });
  }
  if (example === undefined || example === null) return undefined;
  return t('console.form.example', { value: asText(example) });
}
