import * as z from 'zod';
import type { Model, Terms } from '../../../preload/contract/chat/genai.ts';
import { createDocumentedModels } from './documented-models.ts';
import { documentedTerms } from './known-models.ts';

/** One model in the live list. */
export const listedModel = z.object({
  id: z.string().min(1),
  contextLength: z.number().nullable(),
  imageInput: z.boolean().nullable(),
});
export type ListedModel = Readonly<z.infer<typeof listedModel>>;

/** Maximum models that a list can show; of a longer list only one more is read. */
export const maxModels = 2000;

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Parses the answer of `GET /v1/models`, whose fields the document does not show: OpenAI's `data`, a `models` list, or
 * a bare list, with objects or plain ids.
 * @returns null if it contains no list
 */
export function readModelList(answer: unknown): ListedModel[] | null {
  const list = findList(answer);
  if (list === null) return null;
  const read = new Map<string, ListedModel>();
  for (const entry of list) {
    const model = readEntry(entry);
    if (model !== null && !read.has(model.id)) read.set(model.id, model);
    if (read.size > maxModels) break;
  }
  return list.length > 0 && read.size === 0 ? null : [...read.values()];
}

function findList(answer: unknown): readonly unknown[] | null {
  if (Array.isArray(answer)) return answer;
  if (!isFields(answer)) return null;
  if (Array.isArray(answer.data)) return answer.data;
  return Array.isArray(answer.models) ? answer.models : null;
}

function readEntry(entry: unknown): ListedModel | null {
  if (typeof entry === 'string') {
    return entry === '' ? null : { id: entry, contextLength: null, imageInput: null };
  }
  if (!isFields(entry)) return null;
  const id = [entry.id, entry.model, entry.name].find(
    (value): value is string => typeof value === 'string' && value !== '',
  );
  if (id === undefined) return null;
  return { id, contextLength: readContextLength(entry), imageInput: readImageInput(entry) };
}

function readContextLength(entry: Fields): number | null {
  const meta = isFields(entry.meta) ? entry.meta : {};
  const said = [entry.context_length, entry.max_model_len, entry.context_window, meta.n_ctx];
  const length = said.find((value) => Number.isSafeInteger(value) && Number(value) > 0);
  return length === undefined ? null : Number(length);
}

function readImageInput(entry: Fields): boolean | null {
  const architecture = isFields(entry.architecture) ? entry.architecture : {};
  const modalities = [entry.input_modalities, architecture.input_modalities].find(Array.isArray);
  return modalities === undefined ? null : modalities.includes('image');
}

/**
 * Returns the live list with the document's facts; the server's own facts take precedence. Models only in the document
 * follow, with `listed: false`.
 */
export function mergeModels(listed: readonly ListedModel[]): Model[] {
  const documented = createDocumentedModels(listed.map(({ id }) => id));
  const live = listed.map((model): Model => {
    const known = documented.of(model.id);
    return {
      id: model.id,
      contextLength: model.contextLength ?? known?.contextLength ?? null,
      imageInput: model.imageInput ?? known?.imageInput ?? null,
      parameters: known?.parameters ?? null,
      abilities: [...(known?.abilities ?? [])],
      note: known?.note ?? null,
      listed: true,
    };
  });
  const unlisted = documented.others.map(
    (model): Model => ({ ...model, abilities: [...model.abilities], listed: false }),
  );
  return [...live, ...unlisted];
}

/** Returns the price in the document, if the live list shows that this is its service. */
export function termsOf(models: readonly Model[]): Terms | null {
  return models.some(({ listed, parameters }) => listed && parameters !== null)
    ? documentedTerms
    : null;
}
