import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallInput } from '../../../../preload/contract/index.ts';
import type { JobRow, JobSubmission } from '../../../../preload/contract/work/jobs.ts';
import type { Examples, Stage } from './stage.ts';

const home = '/home/demo';
const files = { machine: 'login-1' };
const submission: JobSubmission = {
  ...{ machine: 'cpu-main', script: '#!/bin/bash\necho one\n', name: 'one', queue: 'small' },
  ...{ project: null, nodes: 1, limitSeconds: 60, array: null, folder: null },
};

/** Of the demo's queue, and of files there and here. */
export function workExamples(stage: Stage): Examples {
  const { call } = stage;
  let made = 0;

  const demo = async (): Promise<{ systemId: string } | null> => {
    const opened = await call('systems.openDemo', undefined);
    return opened && { systemId: opened.id };
  };
  /** In a folder of the demo. */
  const there = async <T extends object>(
    more: (systemId: string) => T | null | Promise<T | null>,
  ): Promise<(T & { systemId: string; machine: string }) | null> => {
    const system = await demo();
    const rest = system && (await more(system.systemId));
    return system && rest && { ...system, ...files, ...rest };
  };
  const submitted = async (): Promise<{ systemId: string; id: string; job: JobRow } | null> => {
    const system = await demo();
    if (system === null) return null;
    const sent = await call('jobs.submit', { ...system, id: randomUUID(), submission });
    if (sent === null) return null;
    const { jobs = [] } = (await call('jobs.snapshot', system)) ?? {};
    const job = jobs.find(({ key }) => key === sent.key);
    return job === undefined ? null : { ...system, id: sent.id, job };
  };
  const ofJob = async <T extends object>(more: (job: JobRow) => T) => {
    const one = await submitted();
    return one && { systemId: one.systemId, ...more(one.job) };
  };
  const ofMachine = async () => {
    const system = await demo();
    return system && { ...system, machine: 'cpu-main' };
  };
  const ofSubmission = async () => {
    const one = await submitted();
    return one && { systemId: one.systemId, id: one.id };
  };
  const newSubmission = async () => {
    const system = await demo();
    return system && { ...system, id: randomUUID(), submission };
  };
  const file = async (systemId: string): Promise<{ path: string } | null> => {
    const { entries = [] } = (await call('files.list', { systemId, ...files, path: home })) ?? {};
    const found = entries.find(({ kind }) => kind === 'file');
    return found === undefined ? null : { path: `${home}/${found.name}` };
  };
  const newPath = (): string => {
    made += 1;
    return `${home}/made ${made}`;
  };
  const newFolder = async (systemId: string): Promise<{ path: string } | null> => {
    const path = newPath();
    await call('files.makeFolder', { systemId, ...files, path });
    return { path };
  };
  /** Chooses a new folder of this computer, with a file in it; null where the host asks for none. */
  const here = async (): Promise<{ way: string[]; names: string[] } | null> => {
    await call('files.chooseFolder', undefined);
    const { folder = null } = (await call('files.snapshot', undefined)) ?? {};
    if (folder === null) return null;
    writeFileSync(join(folder, 'a.txt'), 'a');
    return { way: [], names: ['a.txt'] };
  };

  return {
    'jobs.show': () => ofJob(({ key }) => ({ key })),
    async 'jobs.output'() {
      const one = await submitted();
      const found = one && (await file(one.systemId));
      if (one === null || found === null) return null;
      const asked = { key: one.job.key, which: 'output', from: null, ...found } as const;
      return { systemId: one.systemId, ...asked };
    },
    'jobs.preview': newSubmission,
    'jobs.submit': newSubmission,
    'jobs.search': ofSubmission,
    'jobs.drop': ofSubmission,
    'jobs.projects': ofMachine,
    'jobs.queues': ofMachine,
    'jobs.submitted': ofSubmission,
    'jobs.draft': demo,
    async 'jobs.keepDraft'() {
      const system = await demo();
      const variables = [{ name: 'n', value: '1' }];
      const draft = { machine: 'cpu-main', script: 'echo {{n}}\n', folder: '', variables };
      return system && { ...system, draft };
    },
    'jobs.cancel': () => ofJob(({ key }) => ({ keys: [key] })),
    'jobs.follow': () => ofJob(({ key }) => ({ key, on: true })),
    'jobs.wish': () => ofJob(({ key }) => ({ key, wishes: { start: true, end: false } })),
    async 'remoteCommands.run'() {
      const system = await demo();
      return system && { ...system, ...files, id: randomUUID(), command: 'echo one' };
    },
    async 'remoteCommands.leave'() {
      const system = await demo();
      return system && { ...system, id: randomUUID() };
    },
    'remoteCommands.clear': demo,
    'files.cancelChange': async () => ({ id: randomUUID() }),
    'files.machines': demo,
    'files.home': () => there(() => ({})),
    'files.list': () => there(() => ({ path: home })),
    'files.preview': () =>
      there(async (systemId) => {
        const found = await file(systemId);
        return found && { ...found, part: 'start' as const };
      }),
    async 'files.saveText'(): Promise<CallInput<'files.saveText'> | null> {
      return there(async (systemId) => {
        const found = await file(systemId);
        if (found === null) return null;
        const asked = { systemId, ...files, ...found, part: 'start' } as const;
        const read = await call('files.preview', asked);
        return read?.kind === 'text' ? { ...found, text: read.text, hash: read.hash } : null;
      });
    },
    'files.makeFolder': () => there(() => ({ path: newPath() })),
    'files.rename': () =>
      there(async (systemId) => {
        made += 1;
        const folder = await newFolder(systemId);
        return folder && { ...folder, name: `renamed ${made}` };
      }),
    'files.remove': () =>
      there(async (systemId) => {
        const folder = await newFolder(systemId);
        return folder && { ...folder, kind: 'folder' as const };
      }),
    'files.save': () => there(file),
    async 'files.listHere'() {
      const chosen = await here();
      return chosen && { way: chosen.way };
    },
    async 'files.makeFolderHere'() {
      const chosen = await here();
      return chosen && { way: chosen.way, name: 'made' };
    },
    'files.upload': () =>
      there(async () => {
        const chosen = await here();
        return chosen && { ...chosen, folder: home };
      }),
    'files.download': () =>
      there(async () => {
        const chosen = await here();
        return chosen && { way: chosen.way, names: [], folder: home };
      }),
  };
}
