import { config } from 'zod';

// Zod tests whether it may compile schemas to code; in a page and its workers that is forbidden, and each test would be
// reported.
if ('document' in globalThis || 'WorkerGlobalScope' in globalThis) config({ jitless: true });
