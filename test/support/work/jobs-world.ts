import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { defaultConnection } from '../../../main/base/network/index.ts';
import type { Database } from '../../../main/base/storage/database.ts';
import type { Accesses } from '../../../main/systems/access/index.ts';
import { createComputeApis } from '../../../main/work/apis.ts';
import { createJobs, type JobsDeps } from '../../../main/work/jobs/index.ts';
import type { MachineChange } from '../../../preload/contract/machines/notifications.ts';
import type { System } from '../../../preload/contract/systems/systems.ts';
import type { ComputeApiChoice } from '../../../preload/contract/work/compute-api.ts';
import type { JobSubmission } from '../../../preload/contract/work/jobs.ts';
import { testFolder } from '../files/folder.ts';
import { throughTheDoor } from '../worlds/door.ts';
import { testLinks } from '../worlds/links.ts';
import { testNetwork } from '../worlds/network.ts';
import { startMemoryStorage } from '../worlds/storage.ts';
import { recordEvents, recordLog, testSystem, testSystems } from '../worlds/world.ts';
import { noSsh } from './no-ssh.ts';

export const minute = 60_000;
export const sender = { id: 'window' };
export const slurm: ComputeApiChoice = { family: 'slurm', version: 'v0.0.38', user: 'me' };
export const field: ComputeApiChoice = { family: 'field', user: 'me' };
export const submission: JobSubmission = {
  ...{ machine: 'slurm', script: '#!/bin/bash\necho one\n', name: 'one', queue: null },
  ...{ project: null, nodes: null, limitSeconds: null, array: null, folder: '/data' },
};

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

/** A server on loopback that answers as a test says, and keeps what it was asked. */
export async function startApiServer(
  answer: (asked: Asked, response: ServerResponse) => void = (_, response) => json(response, {}),
) {
  const asked: Asked[] = [];
  const world = { asked, answer, origin: '', sent: (method: string) => count(asked, method) };
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const one = { method, path: url, body: (await buffer(request)).toString(), headers };
    asked.push(one);
    world.answer(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  world.origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return world;
}

const count = (asked: readonly Asked[], method: string): number =>
  asked.filter((one) => one.method === method).length;

export function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

type Authorization = NonNullable<Awaited<ReturnType<Accesses['openWebApi']>>['authorization']>;

/** The APIs of systems at an address, over the real network. */
export function apisAt(
  systems: Parameters<typeof createComputeApis>[0]['systems'],
  address: string,
  authorization: Authorization | null = null,
) {
  const network = testNetwork({ usualAuthorities: [], log: recordLog() });
  onTestFinished(() => network.close());
  const access = { address, connection: defaultConnection(), identity: null, authorization };
  return createComputeApis({
    systems,
    network,
    ssh: noSsh,
    access: { openWebApi: async () => access },
  });
}

/** Jobs of a system whose compute API is at `address`; opened again they go on with what was stored. */
export async function jobsWorld(address: string, choice: ComputeApiChoice) {
  const database: Database = await startMemoryStorage();
  onTestFinished(() => database.close());
  const system: System = testSystem(null, { webApiUrl: address, computeApi: choice });
  const other: System = { ...system, id: 'other', name: 'Other' };
  const systems = await testSystems(database, system, other);
  const apis = apisAt(systems, address);
  const clock = { now: Date.UTC(2026, 10, 1) };
  const given: MachineChange[] = [];
  const log = recordLog();
  const { id: systemId } = system;

  function open(change: Partial<JobsDeps> = {}) {
    const events = recordEvents();
    const jobs = createJobs({
      ...{ systems, apis, database, log, emit: events.emit, links: testLinks(systems) },
      notices: {
        async jobs(_systemId, _at, changes, statements) {
          await database.runAll(statements);
          given.push(...changes);
          return false;
        },
      },
      policy: { isLocked: () => false, requireOpen: () => undefined },
      kept: () => ({}),
      paths: { data: testFolder() },
      now: () => new Date(clock.now),
      uptime: () => clock.now,
      ...change,
    });
    onTestFinished(jobs.close);
    const { jobs: calls, unseenJobs } = throughTheDoor(
      { jobs: jobs.calls, unseenJobs: jobs.unseenCalls },
      log,
    );
    return {
      ...{ jobs, calls, unseenJobs, events },
      snapshot: () => calls.snapshot({ systemId }, sender),
      refresh: () => calls.refresh({ systemId }, sender),
      look: () => calls.look({ systemId }, sender),
      submit: (id: string, change: Partial<JobSubmission> = {}) =>
        calls.submit({ systemId, id, submission: { ...submission, ...change } }, sender),
    };
  }
  return { database, systems, system, systemId, clock, given, log, open };
}

/** A job as slurmrestd of Slurm 22.05 tells it. */
export const slurmJob = (id: number, change: Readonly<Record<string, unknown>> = {}) => ({
  ...{ job_id: id, name: `job ${id}`, user_name: 'me', job_state: 'RUNNING', partition: 'small' },
  ...{ submit_time: 1_793_491_200 + id, start_time: 1_793_491_205 + id, end_time: 0, comment: '' },
  ...change,
});

/** A job as the field's API tells it. */
export const fieldJob = (id: number | string, change: Readonly<Record<string, unknown>> = {}) => ({
  ...{ jid: id, jobid: String(id), subjobid: 'None', bulkno: 'None', stepno: 'None' },
  ...{ name: `job ${id}`, user: 'me', timeuse: 10, status: 'RUN', queue: 'cpu', rsc_grp: 'small' },
  ...{ group: 'project', elapse: '00:00:10', elapse_limit: '01:00:00', node_num: 1, cpu_num: '48' },
  ...{ start_time: '2026/11/01 09:00:05', end_time: 'None', job_type: 'NM', end_code: 'None' },
  ...{ pjm_code: 'None', accept_time: '2026/11/01 09:00:00', subjob_num: 'None' },
  ...{ exit_subjob_num: 'None', subjob_depend: 'None', ...change },
});
