import { serveWorker } from '../../base/workers/serve.ts';
import { readCalendar } from './calendar/index.ts';
import type { MaintenanceMethods } from './worker-methods.ts';

serveWorker<MaintenanceMethods>({ read: (input) => readCalendar(input) });
