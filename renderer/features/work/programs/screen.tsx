import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Program } from '../../../../preload/contract/work/programs.ts';
import { useT } from '../../../i18n/index.ts';
import { LateTexts } from '../../../i18n/late.tsx';
import { useClient } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { useResource } from '../../../kit/useResource.ts';
import { Bar, Button, EmptyState, ErrorBar, ScreenTitle } from '../../../ui/index.ts';
import { Activity } from './Activity.tsx';
import { KeyDialog } from './KeyDialog.tsx';
import { ListenerCard, ListenerProblem } from './ListenerCard.tsx';
import { PermissionsDialog } from './PermissionsDialog.tsx';
import { ProgramsTable } from './ProgramsTable.tsx';
import { Requests } from './Requests.tsx';

/** Who may act as the user, until when, and what they did. */
export default function ProgramsScreen() {
  return (
    <LateTexts>
      <Programs />
    </LateTexts>
  );
}

/** What lies over the screen. */
type Opened =
  | { readonly kind: 'permissions'; readonly program: Program | null }
  | { readonly kind: 'key'; readonly id: string; readonly key: string | null };

function Programs() {
  const t = useT();
  const client = useClient();
  const { busy, problem, attempt, forget } = useAction();
  const { value: state, problem: callProblem } = useResource('programs', undefined);
  const [opened, setOpened] = useState<Opened | null>(null);
  const turn = (on: boolean) => void attempt(() => client.call('programs.turn', { on }));
  const connect = () => setOpened({ kind: 'permissions', program: null });
  const shown = opened?.kind === 'key' && state?.programs.find(({ id }) => id === opened.id);
  return (
    <div className="flex h-full flex-col">
      <ScreenTitle
        title={t('frame.screens.programs')}
        action={
          state?.on &&
          state.problem === null && (
            <Button variant="primary" icon={Plus} disabled={state.locked} onClick={connect}>
              {t('programs.connect')}
            </Button>
          )
        }
      />
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-6 pb-6">
        {callProblem && <ErrorBar error={callProblem} />}
        {problem && <ErrorBar error={problem} onDismiss={forget} />}
        {state?.locked && <Bar tone="note">{t('programs.locked')}</Bar>}
        {state && <ListenerProblem state={state} busy={busy} onTurn={turn} attempt={attempt} />}
        {state && !state.on && state.programs.length === 0 ? (
          <EmptyState
            title={t('programs.empty.title')}
            action={
              <Button
                variant="primary"
                busy={busy}
                disabled={state.locked}
                onClick={() => turn(true)}
              >
                {t('programs.empty.turnOn')}
              </Button>
            }
          >
            {t('programs.empty.text')}
          </EmptyState>
        ) : (
          state && (
            <>
              <ListenerCard state={state} busy={busy} onTurn={turn} />
              <Requests
                state={state}
                attempt={attempt}
                onOpen={(program) => setOpened({ kind: 'permissions', program })}
              />
              {state.programs.length === 0 ? (
                <EmptyState title={t('programs.empty.noneTitle')}>
                  {t('programs.empty.noneText')}
                </EmptyState>
              ) : (
                <ProgramsTable
                  programs={state.programs}
                  attempt={attempt}
                  onOpen={(program) => setOpened({ kind: 'permissions', program })}
                  onSetUp={({ id }) => setOpened({ kind: 'key', id, key: null })}
                />
              )}
              <Activity attempt={attempt} />
            </>
          )
        )}
      </div>
      {opened?.kind === 'permissions' && (
        <PermissionsDialog
          program={opened.program}
          onAdded={(added) => setOpened({ kind: 'key', ...added })}
          onClose={() => setOpened(null)}
        />
      )}
      {opened?.kind === 'key' && shown && state?.address && (
        <KeyDialog
          program={shown}
          secret={opened.key}
          address={state.address}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}
