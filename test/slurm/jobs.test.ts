import { request } from 'node:http';
import { describe, inject } from 'vitest';
import { createSlurmApi } from '../../main/work/operations/slurm/index.ts';
import type { Send } from '../../main/work/operations/types.ts';
import { testJobs } from '../support/work/suite.ts';

const { socketPath, folder } = inject('slurm');
const send: Send = ({ method, path, query = {}, headers = {}, body }) =>
  new Promise((resolve, reject) => {
    const search = new URLSearchParams(query).toString();
    const sent = request(
      { socketPath, method, headers, path: search === '' ? path : `${path}?${search}` },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers as Record<string, string>,
            body: Buffer.concat(chunks),
            url: `http://localhost${path}`,
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });

describe('Slurm 22.05 by REST', () => {
  testJobs('slurmrestd v0.0.38', {
    api: () =>
      createSlurmApi(send, { version: 'v0.0.38', accounting: false, cluster: 'lane', user: null }),
    machine: 'lane',
    folder,
    oneTaskFails: 'if [ $SLURM_ARRAY_TASK_ID = 2 ]; then exit 3; fi',
    isReal: true,
  });
});
