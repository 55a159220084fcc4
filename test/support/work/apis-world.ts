import { defaultConnection } from '../../../main/base/network/index.ts';
import type { Authorization } from '../../../main/systems/sign-in/types.ts';
import { createComputeApis, type HttpChoice } from '../../../main/work/apis.ts';
import type { Submission } from '../../../main/work/operations/types.ts';
import { testNetwork } from '../worlds/network.ts';
import type { ApiServer } from './api-server.ts';
import { noSsh } from './no-ssh.ts';

export const network = testNetwork({ env: {} });

/** The session of a user who has a token, which cannot be renewed. */
export const session = { ended: 0 };
const grant = { headers: { authorization: 'Bearer good' }, grant: { accessToken: 'good' } };
const authorization = {
  attach: async () => grant,
  renew: async () => {
    session.ended += 1;
    return grant;
  },
  renewIfPossible: async () => null,
  refusedAgain: () => {
    session.ended += 1;
  },
} as unknown as Authorization;

/** The compute APIs of a system with this choice, by the app's own network. */
export function apisOf(server: ApiServer, choice: HttpChoice) {
  const systems = { get: () => ({ computeApi: choice }) as never };
  const apis = createComputeApis({
    systems,
    network,
    ssh: noSsh,
    access: {
      openWebApi: async () => ({
        address: server.address,
        ...{ connection: defaultConnection(), identity: null, authorization },
      }),
    },
  });
  return { apis, systems, send: apis.sender('one', choice) };
}

export const pace = { first: 1, longest: 5, limit: 60_000, jobLimit: 60_000, jobLongest: 5 };
export const submission: Submission = {
  ...{ machine: '', script: '#!/bin/bash\nsleep 5\n', name: null, queue: null, project: null },
  ...{ nodes: null, limitSeconds: null, array: null, folder: '/scratch/user', marker: null },
};
export const marker = 'compute-desk 0c6f2f0e-6f0c-4b3e-9e55-3d1b6f8f2a77';
