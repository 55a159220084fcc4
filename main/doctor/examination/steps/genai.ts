import { abortable, type ExaminationContext } from '../context.ts';
import { fine, type Outcome, trouble } from '../outcome.ts';

/** Loads the service's models with the selected API key. */
export async function models({
  genai,
  systemId,
  known,
  signal,
}: ExaminationContext): Promise<Outcome> {
  const found = await abortable(genai.tryKey(systemId, signal), signal);
  known.models = found;
  if (found.length === 0) return trouble('note', 'models-none');
  return fine('models', { models: found }, { count: found.length });
}

/** Requests one token of the first model, if the user wanted that. */
export async function completion(visit: ExaminationContext): Promise<Outcome> {
  const { genai, systemId, known, signal } = visit;
  const [model] = known.models ?? [];
  if (!visit.completion || model === undefined) return fine('completion-unwanted');
  await genai.completion(
    systemId,
    { model, messages: [{ role: 'user', content: 'Hi' }], maxTokens: 1 },
    { content: () => undefined },
    { signal },
  );
  return fine('completion', { models: [model] }, { model });
}
