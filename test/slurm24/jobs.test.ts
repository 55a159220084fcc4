import { describe, inject } from 'vitest';
import { createSlurmApi } from '../../main/work/operations/slurm/index.ts';
import { restSend } from '../slurm/rest-send.ts';
import { testJobs } from '../support/work/suite.ts';
import { versions } from './kind.ts';

const { socketPath, folder } = inject('slurm24');
const send = restSend(socketPath);

describe.each(versions)('Slurm 24.11 by REST, %s', (version) => {
  describe.each([false, true])('asking its accounting: %s', (accounting) => {
    testJobs(`slurmrestd ${version}`, {
      api: () => createSlurmApi(send, { version, accounting, cluster: 'lane', user: 'desk' }),
      machine: 'lane',
      folder,
      oneTaskFails: 'if [ $SLURM_ARRAY_TASK_ID = 2 ]; then exit 3; fi',
      isReal: true,
    });
  });
});
