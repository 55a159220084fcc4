import * as z from 'zod';
import { exceedsDepth, parseJson } from '../../../common/texts/json.ts';

/** Maximum characters and levels of a schema: no model could fill a larger one. */
const longestSchema = 100_000;
const deepestSchema = 64;

/** Problems of a text as a JSON Schema that its JSON alone shows. */
export type SchemaFault = 'too-long' | 'too-deep' | 'not-json' | 'not-an-object';

export function schemaFault(text: string): SchemaFault | null {
  if (text.length > longestSchema) return 'too-long';
  if (exceedsDepth(text, deepestSchema)) return 'too-deep';
  try {
    const value = parseJson(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? null
      : 'not-an-object';
  } catch {
    return 'not-json';
  }
}

/** The format for answers (`response_format` of type `json_schema`). */
export const answerFormat = z.object({
  /** In the form that OpenAI accepts. */
  name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  /** A JSON Schema, as written. */
  schema: z.string().refine((text) => schemaFault(text) === null),
  /** Asks the service to enforce it on the model, and to refuse schemas that it cannot enforce. */
  strict: z.boolean(),
});
export type AnswerFormat = z.infer<typeof answerFormat>;
