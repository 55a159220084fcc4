import { serveStorage } from './base/storage/serve.ts';
import { computations } from './machines/sums/index.ts';

serveStorage(computations);
