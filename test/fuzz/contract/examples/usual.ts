import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../../../../main/base/storage/sqlite.ts';
import type { MaintenanceWindow } from '../../../../preload/contract/machines/maintenance.ts';
import { backupParts } from '../../../../preload/contract/settings/backups.ts';
import { pack } from '../../../support/worlds/backups.ts';
import { type Examples, firstPassphrase, type Stage } from './stage.ts';

export const keptClient = {
  redirectUrls: ['http://127.0.0.1/*'],
  secret: 'a secret',
  createdAt: null,
};
const maintenanceWindow: MaintenanceWindow = {
  ...{ id: 'w1', title: 'patches', machines: null, day: '2026-11-24', time: '22:00', minutes: 60 },
  ...{ zone: 'UTC', repeats: 'weekly', until: null },
};
const fingerprint = 'ab'.repeat(32);

/** Of calls that a populated app answers as it is. */
// Stays long: a list, an example for each call.
export function usualExamples(stage: Stage): Examples {
  const { call, pool } = stage;

  const ofDemo = async () => {
    const demo = await call('systems.openDemo', undefined);
    return demo && { systemId: demo.id };
  };

  const backup = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'compute-desk-'));
    const path = 'compute-desk.sqlite';
    openSqlite(join(folder, path)).close();
    const entries = [{ path, bytes: readFileSync(join(folder, path)) }];
    rmSync(folder, { recursive: true });
    const bytes = await pack(entries, firstPassphrase);
    await call('backups.take', { first: true, bytes });
    return { passphrase: firstPassphrase };
  };
  const calendarFile = (): Uint8Array =>
    Buffer.from('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n');
  let calendarServer: Promise<string> | null = null;
  /** Served until the process ends. */
  const calendarAddress = (): Promise<string> => {
    calendarServer ??= new Promise((resolve) => {
      const server = createServer((_, response) => response.end(calendarFile())).unref();
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/a.ics`);
      });
    });
    return calendarServer;
  };
  const sentMessages = async () => {
    const systemId = await stage.system();
    const made = systemId && (await call('conversations.create', { systemId, model: 'fake' }));
    if (!made) return [];
    await call('chat.send', { conversationId: made.id, text: 'hello', attachments: [] });
    const end = await call('conversations.openEnd', { id: made.id, count: 10 });
    const branch = await call('branches.page', { conversationId: made.id, start: 0, count: 10 });
    await call('chat.stop', { conversationId: made.id });
    return end === null ? [] : (branch?.messages ?? []);
  };

  return {
    'certificates.read': async () => stage.p12(),
    async 'certificates.keep'() {
      const read = await call('certificates.read', stage.p12());
      return read !== null && 'readId' in read
        ? { readId: read.readId, name: 'mine', replaces: null }
        : null;
    },
    async 'certificates.exportP12'() {
      await stage.certificate();
      const [kept] = (await call('certificates.snapshot', undefined))?.certificates ?? [];
      const confirmed = await call('vault.confirm', { passphrase: firstPassphrase });
      return kept === undefined || confirmed === null
        ? null
        : { id: kept.id, passphrase: 'of the exported file', ...confirmed };
    },
    async 'chat.edit'() {
      const [message] = await sentMessages();
      return message ? { messageId: message.id, text: 'hello again', attachments: [] } : null;
    },
    async 'chat.editAnswer'() {
      const [, answer] = await sentMessages();
      return answer ? { messageId: answer.id, text: 'my own words' } : null;
    },
    async 'branches.remove'() {
      const [message] = await sentMessages();
      return message ? { messageId: message.id } : null;
    },
    async 'branches.restore'() {
      const [message] = await sentMessages();
      return message ? await call('branches.remove', { messageId: message.id }) : null;
    },
    async 'requests.summarise'() {
      const [, answer] = await sentMessages();
      return answer ? { id: answer.conversationId, messageId: answer.id } : null;
    },
    async 'attachments.read'() {
      const upload = await call('attachments.begin', { name: 'a.txt', size: 2 });
      if (upload === null) return null;
      await call('attachments.append', { ...upload, bytes: new Uint8Array([97, 98]) });
      const file = await call('attachments.finish', upload);
      return file === null ? null : { hash: file.hash, from: 0, length: 2 };
    },
    async 'session.updateSettings'() {
      const systemId = await stage.system();
      return systemId === null ? null : { systemId, extraScopes: ['email'] };
    },
    async 'clients.restore'() {
      const systemId = await stage.system();
      if (systemId === null) return null;
      const client = await call('clients.keep', { systemId, ...keptClient, clientId: 'removed' });
      if (client === null) return null;
      await call('clients.removeMany', { ids: [client.id] });
      return { ids: [client.id] };
    },
    async 'clients.revealSecret'() {
      const systemId = await stage.system();
      if (systemId === null) return null;
      const client = await call('clients.keep', { systemId, ...keptClient, clientId: 'shown' });
      const confirmed = await call('vault.confirm', { passphrase: firstPassphrase });
      return client === null || confirmed === null ? null : { id: client.id, ...confirmed };
    },
    async 'conversations.importFile'() {
      const systemId = await stage.system();
      const at = '2026-01-02T03:04:05.000Z';
      const message = {
        ...{ id: 'm1', parentId: null, role: 'user', content: 'hello', reasoning: '' },
        ...{ state: 'complete', model: null, finishReason: null, usage: null, problem: null },
        ...{ toolCalls: [], createdAt: at, firstByteAt: null, contentAt: null, endedAt: null },
      };
      const conversation = {
        ...{ title: 'imported', model: null, createdAt: at, updatedAt: at, pinned: false },
        ...{ archived: false, tags: [], folder: null, parameters: {}, leafId: 'm1' },
        ...{ startId: null, startSummary: null, messages: [message] },
      };
      const file = {
        format: 'compute-desk-conversations',
        version: 1,
        conversations: [conversation],
      };
      return systemId === null ? null : { systemId, bytes: Buffer.from(JSON.stringify(file)) };
    },
    async 'prompts.importFile'() {
      const prompts = [{ name: 'one', text: 'text', folder: '', tags: [] }];
      const file = { format: 'compute-desk-prompts', version: 1, prompts };
      return { bytes: Buffer.from(JSON.stringify(file)) };
    },
    async 'machineArchive.importFile'() {
      const systemId = await stage.system();
      const [from, at, to] = ['01', '02', '03'].map((day) => `2026-01-${day}T00:00:00.000Z`);
      const file = {
        ...{ format: 'compute-desk-machine-history', version: 1 },
        told: [{ from, to, reason: null, detail: null }],
        machines: [{ name: 'one', nth: 0, changes: [{ at, status: 'up' }] }],
      };
      return systemId === null ? null : { systemId, bytes: Buffer.from(JSON.stringify(file)) };
    },
    async 'maintenance.setWindow'() {
      const systemId = await stage.system();
      return systemId === null ? null : { systemId, window: maintenanceWindow };
    },
    async 'maintenance.addFile'() {
      const systemId = await stage.system();
      return systemId === null ? null : { systemId, name: 'a.ics', bytes: calendarFile() };
    },
    async 'maintenance.addAddress'() {
      const systemId = await stage.system();
      return systemId === null ? null : { systemId, url: await calendarAddress() };
    },
    async 'maintenance.setCalendar'() {
      const systemId = await stage.system();
      if (systemId === null) return null;
      await call('maintenance.addFile', { systemId, name: 'c.ics', bytes: calendarFile() });
      const kept = await call('maintenance.snapshot', { systemId });
      const [calendar] = kept?.calendars ?? [];
      return calendar === undefined ? null : { systemId, id: calendar.id, unnamed: 'nobody' };
    },
    async 'maintenance.refreshCalendar'() {
      const systemId = await stage.system();
      if (systemId === null) return null;
      await call('maintenance.addFile', { systemId, name: 'b.ics', bytes: calendarFile() });
      const kept = await call('maintenance.snapshot', { systemId });
      const [calendar] = kept?.calendars ?? [];
      return calendar === undefined ? null : { systemId, id: calendar.id };
    },
    'app.savePicture': async () => ({
      name: 'a.png',
      bytes: new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]),
    }),
    async 'machineHistory.report'() {
      const systemId = await stage.system();
      return systemId === null ? null : { systemId, from: 0, to: 86_400_000 };
    },
    async 'machineHistory.calendar'() {
      const systemId = await stage.system();
      return systemId === null ? null : { systemId, from: 0, to: 86_400_000 };
    },
    async 'notifications.setRule'() {
      const systemId = await stage.system();
      const known = systemId === null ? null : await call('notifications.snapshot', { systemId });
      if (systemId === null || known === null) return null;
      return { systemId, rule: { ...known.rule, on: true } };
    },
    async 'systemFiles.read'() {
      const webApi = 'https://api.example.org/status/';
      const file = { format: 'compute-desk-system', version: 1, name: 'Centre', webApi };
      return { bytes: Buffer.from(JSON.stringify(file)) };
    },
    'connections.removePin': async () => {
      const systemId = await stage.system();
      return systemId === null ? null : { systemId, host: 'api.example.org:443', fingerprint };
    },
    'connections.removeIntermediate': async () => {
      const systemId = await stage.system();
      return systemId === null ? null : { systemId, fingerprint };
    },
    async 'doctor.askIssuer'() {
      const demo = await ofDemo();
      return demo && { ...demo, service: 'webApi' };
    },
    'genai.demoKey': ofDemo,
    'genai.exportAuthorities': ofDemo,
    'tools.setApproval': async () => ({
      name: 'calculator',
      fingerprint: 'built-in',
      approval: 'always',
    }),
    async 'systems.readAuthorities'() {
      const systems = (await call('systems.openDemo', undefined))?.authorities ?? [];
      return systems[0] === undefined ? null : { bytes: Buffer.from(systems[0].pem) };
    },
    async 'vault.setPassphrase'() {
      const passphrase = pool.pick('vault', 'passphrase', 1) ?? firstPassphrase;
      return { passphrase, current: passphrase };
    },
    'backups.restore': async () => ({ ...(await backup()), parts: [...backupParts] }),
    'backups.look': () => backup(),
    'backups.compare': async () => ({ ...(await backup()), parts: [...backupParts] }),
    'vault.unlock': async () => ({ passphrase: firstPassphrase }),
    'vault.confirm': async () => ({ passphrase: firstPassphrase }),
  };
}
