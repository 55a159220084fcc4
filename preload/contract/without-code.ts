import { config } from 'zod';

// Zod tries whether it may turn schemas into code; in a page and its workers it may not, and each try would be reported.
if ('document' in globalThis || 'WorkerGlobalScope' in globalThis) config({ jitless: true });
