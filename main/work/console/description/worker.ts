import { serveWorker } from '../../../base/workers/serve.ts';
import { readDescription } from './read.ts';
import type { DescriptionMethods } from './types.ts';

serveWorker<DescriptionMethods>({
  read: ({ bytes }) => readDescription(bytes),
  // Reading one does not wait for this code.
  validate: async ({ bytes }) => (await import('./validate.ts')).validateDescription(bytes),
});
