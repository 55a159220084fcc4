import * as z from 'zod';
import { isDeeper, parseJson } from '../../../common/texts/json.ts';

/** Characters and levels of a schema: more is not a form that a model could fill. */
const longestSchema = 100_000;
const deepestSchema = 64;

/** What is wrong with a text as a JSON Schema, as far as its JSON goes. */
export type SchemaFault = 'too-long' | 'too-deep' | 'not-json' | 'not-an-object';

export function schemaFault(text: string): SchemaFault | null {
  if (text.length > longestSchema) return 'too-long';
  if (isDeeper(text, deepestSchema)) return 'too-deep';
  try {
    const value = parseJson(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? null
      : 'not-an-object';
  } catch {
    return 'not-json';
  }
}

/** The form that answers are asked for in (`response_format` of type `json_schema`). */
export const answerFormat = z.object({
  /** As OpenAI takes it. */
  name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  /** A JSON Schema, as it was written. */
  schema: z.string().refine((text) => schemaFault(text) === null),
  /** The service is to hold the model to it, and to refuse schemas that it cannot hold it to. */
  strict: z.boolean(),
});
export type AnswerFormat = z.infer<typeof answerFormat>;
