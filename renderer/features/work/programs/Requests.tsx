import type {
  ProgramPath,
  ProgramRequest,
  ProgramsState,
} from '../../../../preload/contract/work/programs.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient } from '../../../kit/index.ts';
import type { Attempt } from '../../../kit/useProblem.ts';
import { Bar } from '../../../ui/index.ts';

interface RequestsProps {
  readonly state: ProgramsState;
  readonly attempt: Attempt;
}

/** What calls lacked: the program has got its error, and the user can permit it for the next time. */
export function Requests({ state, attempt }: RequestsProps) {
  const t = useT();
  const client = useClient();
  const nameOf = ({ programId }: ProgramRequest) =>
    state.programs.find(({ id }) => id === programId)?.name ?? '';
  return state.requests.map((request) => {
    const { id, missing } = request;
    const what =
      missing === 'path' && isPath(request.what)
        ? t(`programs.paths.${request.what}`)
        : request.what;
    const canPermit = missing === 'path' || missing === 'model' || missing === 'write';
    return (
      <Bar
        key={id}
        tone="warning"
        {...(canPermit && {
          action: {
            label: t('programs.missing.permit'),
            onAction: () => void attempt(() => client.call('programs.permit', { id })),
          },
        })}
        onDismiss={() => void attempt(() => client.call('programs.dismiss', { id }))}
      >
        {t(`programs.missing.${missing}`, { program: nameOf(request), what })}
      </Bar>
    );
  });
}

const isPath = (what: string): what is ProgramPath => ['v1', 'mcp', 'web-api'].includes(what);
