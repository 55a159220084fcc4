import type { Examples, Stage } from './stage.ts';

/** Keys of other programs, and what their calls lacked. */
export function programExamples({ call }: Stage): Examples {
  const permissions = {
    ...{ name: 'Notebook', paths: ['v1'] as 'v1'[], models: ['model-1'] },
    ...{ readOnly: true, conversations: false, endsAt: null },
  };
  const given = async () => {
    const demo = await call('systems.openDemo', undefined);
    return demo && { systemId: demo.id, ...permissions };
  };
  const added = async () => {
    const wanted = await given();
    return wanted && call('programs.add', wanted);
  };
  const ofProgram = async () => {
    const made = await added();
    return made && { id: made.id };
  };
  /** Makes a call that the key does not permit. */
  const request = async () => {
    await call('programs.turn', { on: true });
    const made = await added();
    const state = await call('programs.snapshot', undefined);
    if (made === null || state === null || state.address === null) return null;
    await fetch(`${state.address}/web-api/status/`, {
      headers: { authorization: `Bearer ${made.key}` },
    });
    const { requests = [] } = (await call('programs.snapshot', undefined)) ?? {};
    const found = requests.find(({ programId }) => programId === made.id);
    return found === undefined ? null : { id: found.id };
  };
  return {
    'programs.turn': async () => ({ on: true }),
    'programs.add': given,
    async 'programs.change'() {
      const one = await ofProgram();
      return one && { ...one, ...permissions };
    },
    'programs.revoke': ofProgram,
    'programs.restore': ofProgram,
    'programs.remove': ofProgram,
    'programs.permit': request,
    'programs.dismiss': request,
  };
}
