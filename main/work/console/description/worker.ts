import { serveWorker } from '../../../base/workers/serve.ts';
import { readDescription } from './read.ts';
import type { DescriptionMethods } from './types.ts';

serveWorker<DescriptionMethods>({ read: ({ bytes }) => readDescription(bytes) });
