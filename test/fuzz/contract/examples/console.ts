import type { ConsoleRequest } from '../../../../preload/contract/work/console-requests.ts';
import type { Examples, Stage } from './stage.ts';

const key = 'GET /status/';
const description = JSON.stringify({
  ...{ openapi: '3.1.0', info: { title: 'One', version: '1' } },
  paths: { '/status/': { get: { operationId: 'one', responses: {} } } },
});
const bytes = Buffer.from(description);

/** Of the demo's Web API, by a description of our own. */
export function consoleExamples(stage: Stage): Examples {
  const { call } = stage;

  const demo = async (): Promise<{ systemId: string } | null> => {
    const opened = await call('systems.openDemo', undefined);
    return opened && { systemId: opened.id };
  };
  /** With a description that there is. */
  const described = async (): Promise<{ systemId: string; descriptionId: string } | null> => {
    const system = await demo();
    if (system === null) return null;
    const { descriptions = [] } = (await call('apiConsole.snapshot', system)) ?? {};
    const [first] = descriptions;
    if (first !== undefined) return { ...system, descriptionId: first.id };
    const from = { kind: 'file', name: 'one.json', bytes } as const;
    const made = await call('apiConsole.importDescription', { ...system, from, replaces: null });
    return made && { ...system, descriptionId: made.id };
  };
  const ofOperation = async <T extends object>(more: T) => {
    const one = await described();
    return one && { ...one, key, ...more };
  };
  const asked = async (): Promise<{ systemId: string; request: ConsoleRequest } | null> => {
    const one = await described();
    if (one === null) return null;
    const { systemId, descriptionId } = one;
    const rest = { server: null, parameters: [], headers: [], body: null };
    const operation = { operation: key, method: 'GET', path: '/status/' };
    return { systemId, request: { descriptionId, ...operation, ...rest } };
  };
  /** Of a request that was sent and has been answered. */
  const sent = async (): Promise<{ systemId: string; id: string } | null> => {
    const one = await asked();
    const made = one && (await call('apiConsole.send', { ...one, confirmed: null }));
    if (one === null || made === null) return null;
    const of = { systemId: one.systemId, id: made.id };
    for (let tries = 0; tries < 2_000; tries += 1) {
      const found = await call('consoleExchange.snapshot', of);
      if (found === null || !/sending|receiving/.test(found.state)) break;
    }
    return of;
  };
  const saved = async () => {
    const one = await asked();
    return one && { ...one, id: null, name: 'one', note: '' };
  };
  const downloaded = async () => {
    const one = await asked();
    if (one === null) return null;
    const { systemId } = one;
    await call('apiConsole.download', { ...one, confirmed: null });
    const { downloads = [] } = (await call('apiConsole.snapshot', { systemId })) ?? {};
    const [last] = downloads;
    return last === undefined ? null : { systemId, id: last.id };
  };
  const held = () => ({ name: 'a.txt', type: 'text/plain', bytes });

  return {
    'apiConsole.snapshot': demo,
    async 'apiConsole.importDescription'() {
      const system = await demo();
      const from = { kind: 'file', name: 'one.json', bytes } as const;
      return system && { ...system, from, replaces: null };
    },
    'apiConsole.removeDescription': described,
    async 'apiConsole.setServer'() {
      const one = await described();
      return one && { ...one, server: '' };
    },
    'apiConsole.operation': () => ofOperation({}),
    'apiConsole.setEffect': () => ofOperation({ effect: 'reads' as const }),
    'apiConsole.setNote': () => ofOperation({ note: 'one' }),
    'apiConsole.hold': async () => held(),
    async 'apiConsole.release'() {
      const file = await call('apiConsole.hold', held());
      return file && { id: file.id };
    },
    'apiConsole.prepare': asked,
    async 'apiConsole.send'() {
      const one = await asked();
      return one && { ...one, confirmed: null };
    },
    'apiConsole.cancel': sent,
    'apiConsole.body': sent,
    async 'apiConsole.lines'() {
      const one = await sent();
      return one && { ...one, from: 0 };
    },
    'apiConsole.saveBody': sent,
    async 'apiConsole.download'() {
      const one = await asked();
      return one && { ...one, confirmed: null };
    },
    'apiConsole.pauseDownload': downloaded,
    'apiConsole.resumeDownload': downloaded,
    'apiConsole.cancelDownload': downloaded,
    async 'apiConsole.allowOrigin'() {
      const system = await demo();
      return system && { ...system, origin: 'https://other.invalid', allowed: false };
    },
    async 'apiConsole.setVariable'() {
      const system = await demo();
      return system && { ...system, name: 'one', value: 'two', secret: false };
    },
    async 'apiConsole.removeVariable'() {
      const system = await demo();
      return system && { ...system, name: 'one' };
    },
    'apiConsole.saveRequest': saved,
    async 'apiConsole.keepDraft'() {
      const one = await asked();
      return one && ofOperation({ request: one.request });
    },
    async 'apiConsole.removeRequest'() {
      const one = await saved();
      const made = one && (await call('apiConsole.saveRequest', one));
      return one && made && { systemId: one.systemId, id: made.id };
    },
    async 'apiConsole.pin'() {
      const one = await sent();
      return one && { ...one, pinned: true };
    },
    'apiConsole.clearHistory': demo,
    'consoleOperations.snapshot': described,
    'consoleExchange.snapshot': sent,
    async 'consoleHistory.snapshot'() {
      const system = await demo();
      return system && { ...system, find: '' };
    },
  };
}
