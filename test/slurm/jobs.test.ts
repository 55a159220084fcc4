import { describe, inject } from 'vitest';
import { createSlurmApi } from '../../main/work/operations/slurm/index.ts';
import { testJobs } from '../support/work/suite.ts';
import { restSend } from './rest-send.ts';

const { socketPath, folder } = inject('slurm');
const send = restSend(socketPath);

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
