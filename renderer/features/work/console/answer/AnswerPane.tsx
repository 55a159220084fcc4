import { Save, Send, X } from 'lucide-react';
import type {
  ConsoleAnswer,
  ConsoleDownload,
  Exchange,
} from '../../../../../preload/contract/work/console-answers.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useClient } from '../../../../kit/index.ts';
import { download } from '../../../../kit/saveFile.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { useResource } from '../../../../kit/useResource.ts';
import {
  Badge,
  Bar,
  Button,
  EmptyState,
  ErrorBar,
  IconButton,
  Spinner,
  useToasts,
} from '../../../../ui/index.ts';
import { AnswerBody } from './AnswerBody.tsx';
import { Downloads } from './Downloads.tsx';

/** The response of the last request. */
export function AnswerPane(props: {
  readonly systemId: string;
  readonly exchangeId: string | null;
  readonly downloads: readonly ConsoleDownload[];
}) {
  const { systemId, exchangeId, downloads } = props;
  const t = useT();
  const { value: exchange, problem } = useResource(
    'consoleExchange',
    exchangeId === null ? null : { systemId, id: exchangeId },
  );
  return (
    <section
      aria-label={t('console.answer.title')}
      className="flex min-h-0 min-w-0 flex-1 flex-col max-[48rem]:min-h-80 max-[48rem]:flex-none max-[48rem]:border-line max-[48rem]:border-t"
    >
      {problem && <ErrorBar error={problem} className="m-4" />}
      {exchange === null ? (
        <div className="flex flex-1 items-center justify-center">
          <EmptyState icon={Send} title={t('console.answer.none')}>
            {t('console.answer.noneText')}
          </EmptyState>
        </div>
      ) : (
        <Shown key={exchange.id} exchange={exchange} />
      )}
      <Downloads downloads={downloads} />
    </section>
  );
}

function Shown({ exchange }: { readonly exchange: Exchange }) {
  const t = useT();
  const client = useClient();
  const { problem, attempt, forget } = useProblem();
  const { systemId, id, state, answer } = exchange;
  const isOpen = state === 'sending' || state === 'receiving';
  return (
    <>
      {answer && <Head exchange={exchange} answer={answer} />}
      {isOpen && (
        <div className="flex items-center gap-3 px-4 py-3">
          <Spinner
            size={16}
            label={t(state === 'sending' ? 'console.answer.waiting' : 'console.answer.receiving')}
          />
          <span className="text-text-soft">
            {t(state === 'sending' ? 'console.answer.waiting' : 'console.answer.receiving')}
          </span>
          <Button
            size="small"
            icon={X}
            onClick={() => void attempt(() => client.call('apiConsole.cancel', { systemId, id }))}
          >
            {t('common.cancel')}
          </Button>
        </div>
      )}
      {problem && <ErrorBar error={problem} className="mx-4 my-2" onDismiss={forget} />}
      {state === 'failed' && exchange.problem && (
        <ErrorBar error={exchange.problem} className="mx-4 my-3" />
      )}
      {state === 'cancelled' && (
        <p className="px-4 py-3 text-text-soft">{t('console.answer.cancelled')}</p>
      )}
      {answer?.redirect && (
        <Bar tone="note" className="mx-4 mb-2">
          {t('console.answer.redirect', { to: answer.redirect.to })}
        </Bar>
      )}
      {answer && !answer.whole && state === 'done' && (
        <Bar tone="note" className="mx-4 mb-2">
          {t('console.answer.cut')}
        </Bar>
      )}
      {answer && <AnswerBody exchange={exchange} answer={answer} />}
    </>
  );
}

function Head({
  exchange,
  answer,
}: {
  readonly exchange: Exchange;
  readonly answer: ConsoleAnswer;
}) {
  const t = useT();
  const format = useFormat();
  const client = useClient();
  const toasts = useToasts();
  const { busy, problem, attempt, forget } = useProblem();
  const { systemId, id, durationMs, waitedMs } = exchange;
  const { status, size } = answer;
  const save = async () => {
    const saved = await attempt(() => client.call('apiConsole.saveBody', { systemId, id }));
    if (saved === null) return;
    if (saved.value.kind === 'download') download(saved.value);
    if (saved.value.kind !== 'cancelled') toasts.show({ text: t('console.answer.saved') });
  };
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3 pb-2">
        <Badge tone={status < 300 ? 'good' : status < 400 ? 'neutral' : 'trouble'}>
          {reasons.has(status) ? `${status} ${reasons.get(status)}` : status}
        </Badge>
        {durationMs !== null && (
          <span className="tabular font-semibold">{milliseconds(format, durationMs)}</span>
        )}
        {waitedMs !== null && durationMs !== null && (
          <span className="tabular text-small text-text-soft">
            {t('console.answer.waited', { duration: milliseconds(format, waitedMs) })}
          </span>
        )}
        <span className="tabular text-small text-text-soft">{format.bytes(size)}</span>
        <span className="ml-auto" />
        {answer.kind !== 'empty' && (
          <IconButton
            icon={Save}
            busy={busy}
            label={t('console.answer.save')}
            onClick={() => void save()}
          />
        )}
      </header>
      {problem && <ErrorBar error={problem} className="mx-4 mb-2" onDismiss={forget} />}
    </>
  );
}

/** Short times to the millisecond, as the tools of the field show them. */
function milliseconds(format: ReturnType<typeof useFormat>, ms: number): string {
  return ms < 10_000 ? `${format.number(Math.round(ms))} ms` : format.duration(ms);
}

/** Names of status codes (RFC 9110): HTTP/2 does not send them. */
const reasons: ReadonlyMap<number, string> = new Map([
  [200, 'OK'],
  [201, 'Created'],
  [202, 'Accepted'],
  [204, 'No Content'],
  [206, 'Partial Content'],
  [301, 'Moved Permanently'],
  [302, 'Found'],
  [304, 'Not Modified'],
  [307, 'Temporary Redirect'],
  [308, 'Permanent Redirect'],
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [406, 'Not Acceptable'],
  [409, 'Conflict'],
  [410, 'Gone'],
  [413, 'Content Too Large'],
  [415, 'Unsupported Media Type'],
  [422, 'Unprocessable Content'],
  [429, 'Too Many Requests'],
  [500, 'Internal Server Error'],
  [501, 'Not Implemented'],
  [502, 'Bad Gateway'],
  [503, 'Service Unavailable'],
  [504, 'Gateway Timeout'],
]);
