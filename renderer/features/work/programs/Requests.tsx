import { useState } from 'react';
import type {
  Program,
  ProgramPath,
  ProgramRequest,
  ProgramsState,
} from '../../../../preload/contract/work/programs.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient, useStores, useSystem } from '../../../kit/index.ts';
import { useCommand } from '../../../kit/useCommand.ts';
import type { Attempt } from '../../../kit/useProblem.ts';
import { Bar } from '../../../ui/index.ts';

interface RequestsProps {
  readonly state: ProgramsState;
  readonly attempt: Attempt;
  /** Opens a program's permissions. */
  readonly onOpen: (program: Program) => void;
}

/** What calls lacked: the program has got its error, and the user can help for the next time. */
export function Requests({ state, attempt, onOpen }: RequestsProps) {
  const t = useT();
  const client = useClient();
  const { route, vault } = useStores();
  const selected = useSystem();
  /** Those whose answer is waited for: a connection takes the user's answers. */
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set());
  const { run: openSession } = useCommand('session');
  const actionFor = ({ id, missing, programId }: ProgramRequest) => {
    const dismiss = () => void attempt(() => client.call('programs.dismiss', { id }));
    const unlock = async () => {
      if ((await vault.ask('unlock')) !== null) dismiss();
    };
    switch (missing) {
      case 'path':
      case 'model':
      case 'write':
      case 'conversations':
      // It connects, and the app shows what ssh asks.
      case 'ssh': {
        const permit = () => {
          setWaiting((before) => new Set([...before, id]));
          const done = attempt(() => client.call('programs.permit', { id }));
          void done.then(() => setWaiting((now) => new Set([...now].filter((one) => one !== id))));
        };
        const label = t(missing === 'ssh' ? 'programs.missing.connect' : 'programs.missing.permit');
        return { label, busy: waiting.has(id), onAction: permit };
      }
      case 'unlock':
        return { label: t('frame.vault.unlock'), onAction: () => void unlock() };
      case 'keychain': {
        const show = () => route.go({ screen: 'settings', part: 'secrets' });
        return { label: t('programs.missing.settings'), onAction: show };
      }
      case 'sign-in': {
        // The sheet is the selected system's.
        const { systemId } = state.programs.find((program) => program.id === programId) ?? {};
        if (systemId === undefined || systemId !== selected?.id) return null;
        return { label: t('session.signIn'), onAction: openSession };
      }
      case 'expired': {
        const program = state.programs.find((one) => one.id === programId);
        if (program === undefined) return null;
        return { label: t('programs.missing.extend'), onAction: () => onOpen(program) };
      }
      case 'revoked':
      case 'port': {
        const remove = () => void attempt(() => client.call('programs.remove', { id: programId }));
        return { label: t('programs.missing.remove'), onAction: remove };
      }
      case 'api-key':
        return null;
    }
  };
  const nameOf = ({ programId }: ProgramRequest) =>
    state.programs.find(({ id }) => id === programId)?.name ?? '';
  return state.requests.map((request) => {
    const { id, missing } = request;
    const action = actionFor(request);
    const what =
      missing === 'path' && isPath(request.what)
        ? t(`programs.paths.${request.what}`)
        : request.what;
    return (
      <Bar
        key={id}
        tone="warning"
        {...(action !== null && { action })}
        onDismiss={() => void attempt(() => client.call('programs.dismiss', { id }))}
      >
        {t(`programs.missing.${missing}`, { program: nameOf(request), what })}
      </Bar>
    );
  });
}

const isPath = (what: string): what is ProgramPath => ['v1', 'mcp', 'web-api'].includes(what);
