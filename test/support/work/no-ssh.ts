import type { ApisDeps } from '../../../main/work/apis.ts';

/** For systems that are not reached by ssh. */
export const noSsh: ApisDeps['ssh'] = {
  to: () => {
    throw new Error('no ssh here');
  },
  retry: () => undefined,
};
