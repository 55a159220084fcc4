import { config } from 'zod';

// Zod tries whether it may turn schemas into code; in a page it may not, and each try would be reported.
if ('document' in globalThis) config({ jitless: true });
