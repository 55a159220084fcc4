import type { ProgramsState } from '../../../../preload/contract/work/programs.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient } from '../../../kit/index.ts';
import type { Attempt } from '../../../kit/useProblem.ts';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { Bar, Card, Copyable } from '../../../ui/index.ts';

interface ListenerCardProps {
  readonly state: ProgramsState;
  readonly busy: boolean;
  readonly onTurn: (on: boolean) => void;
  readonly attempt: Attempt;
}

/** Why it does not listen, and what helps. */
export function ListenerProblem({ state, busy, onTurn, attempt }: ListenerCardProps) {
  const t = useT();
  const client = useClient();
  const { address, problem } = state;
  const move = () => void attempt(() => client.call('programs.movePort', undefined));
  return (
    <>
      {problem === 'taken' && (
        <Bar action={{ label: t('programs.problem.move'), onAction: move, busy }}>
          {t('programs.problem.taken', { address: address ?? '' })}
        </Bar>
      )}
      {problem === 'failed' && (
        <Bar action={{ label: t('common.tryAgain'), onAction: () => onTurn(true), busy }}>
          {t('programs.problem.failed', { address: address ?? '127.0.0.1' })}
        </Bar>
      )}
    </>
  );
}

/** The switch, and the address of the listener. */
export function ListenerCard({ state, busy, onTurn }: Omit<ListenerCardProps, 'attempt'>) {
  const t = useT();
  const { on, address, problem, locked } = state;
  return (
    <Card className="flex flex-col gap-3">
      <Switch
        label={t('programs.switch')}
        hint={t('programs.switchHint')}
        checked={on}
        disabled={locked || busy}
        onCheckedChange={onTurn}
      />
      {on && address !== null && problem === null && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-small text-text-soft">{t('programs.address')}</span>
          <Copyable name={t('programs.address')} value={address} />
        </div>
      )}
    </Card>
  );
}
