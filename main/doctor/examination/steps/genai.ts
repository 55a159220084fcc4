import { fine, type Outcome, trouble } from '../outcome.ts';
import { unlessStopped, type Visit } from '../visit.ts';

/** The service's models with the chosen API key. */
export async function models({ genai, systemId, known, signal }: Visit): Promise<Outcome> {
  const found = await unlessStopped(genai.tryKey(systemId, signal), signal);
  known.models = found;
  if (found.length === 0) return trouble('note', 'models-none');
  return fine('models', { models: found }, { count: found.length });
}

/** One token of the first model, where the user wanted it. */
export async function completion(visit: Visit): Promise<Outcome> {
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
