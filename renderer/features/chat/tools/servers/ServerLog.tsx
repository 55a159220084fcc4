import { useEffect, useMemo, useState } from 'react';
import type { ToolServer } from '../../../../../preload/contract/chat/tool-servers.ts';
import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import type { CallOutput } from '../../../../../preload/contract/index.ts';
import { useLanguage, useT } from '../../../../i18n/index.ts';
import { toProblem, useClient } from '../../../../kit/index.ts';
import { Button, CopyButton, cx, ErrorBar } from '../../../../ui/index.ts';
import { drawn } from '../../permission/index.ts';

type LogLines = CallOutput<'toolServers.log'>;

/** The end of what the server did and wrote. It is fetched again when the server's state changes, and on request. */
export function ServerLog({ server }: { readonly server: ToolServer }) {
  const t = useT();
  const language = useLanguage();
  const clock = useMemo(
    () => new Intl.DateTimeFormat(language, { timeStyle: 'medium', hourCycle: 'h23' }),
    [language],
  );
  const client = useClient();
  const [lines, setLines] = useState<LogLines>([]);
  const [problem, setProblem] = useState<AppErrorData | null>(null);
  const [asked, setAsked] = useState(0);
  const { id, state } = server;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state has written something, and so has a request
  useEffect(() => {
    let wanted = true;
    client.call('toolServers.log', { id }).then(
      (log) => {
        if (!wanted) return;
        setLines(log);
        setProblem(null);
      },
      (error: unknown) => {
        if (wanted) setProblem(toProblem(error));
      },
    );
    return () => {
      wanted = false;
    };
  }, [client, id, state, asked]);
  const shown = lines.map(({ at, text }) => `${clock.format(Date.parse(at))} ${drawn(text).text}`);
  return (
    <section aria-label={t('toolServers.log.title')} className="flex flex-col gap-1">
      <div className="flex items-center gap-1">
        <h3 className="text-small font-semibold text-text-soft">{t('toolServers.log.title')}</h3>
        <Button
          size="small"
          variant="quiet"
          className="ml-auto"
          onClick={() => setAsked(asked + 1)}
        >
          {t('toolServers.log.refresh')}
        </Button>
        {lines.length > 0 && (
          <CopyButton name={t('toolServers.log.title')} text={shown.join('\n')} />
        )}
      </div>
      {problem && <ErrorBar error={problem} />}
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-label={t('toolServers.log.title')}
        className="max-h-60 overflow-y-auto rounded-control bg-sunken px-3 py-1.5 font-mono text-mono"
      >
        {lines.length === 0 ? (
          <p className="text-text-soft">{t('toolServers.log.empty')}</p>
        ) : (
          lines.map((line, index) => (
            <p
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity, and all change together
              key={index}
              dir="ltr"
              className={cx(
                'whitespace-pre-wrap wrap-anywhere',
                line.of === 'app' && 'text-text-soft',
              )}
            >
              {shown[index]}
            </p>
          ))
        )}
      </div>
    </section>
  );
}
