import { useEffect, useState } from 'react';
import { foldText } from '../../../../../common/texts/fold.ts';
import type {
  ResourceTemplate,
  ServerResource,
  ToolServer,
} from '../../../../../preload/contract/chat/tool-servers.ts';
import type { Basket } from '../../../../attachments/index.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useClient } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { Button, ErrorBar, Spinner, TextField } from '../../../../ui/index.ts';
import { OfferedResource } from './OfferedResource.tsx';
import { OfferedTemplate } from './OfferedTemplate.tsx';
import { useReading } from './useReading.ts';

interface OfferedProps {
  readonly server: ToolServer;
  readonly basket: Basket;
  readonly onClose: () => void;
}

/** Rows drawn at once: the search finds the others. */
const most = 200;

/** What one server has: listed at once if it runs, else by a press that starts it. */
export function Offered({ server, basket, onClose }: OfferedProps) {
  const t = useT();
  const format = useFormat();
  const { id, name } = server;
  const { listed, listing, list, problem } = useListed(server);
  const reading = useReading(id, basket, onClose);
  const [query, setQuery] = useState('');
  const wanted = foldText(query);
  const isFound = (one: { name: string; description: string }, address: string): boolean =>
    foldText(`${one.name} ${address} ${one.description}`).includes(wanted);
  const found = (listed?.resources ?? []).filter((one) => isFound(one, one.uri));
  const templates = (listed?.templates ?? []).filter((one) => isFound(one, one.template));
  const isEmpty = listed?.resources.length === 0 && listed.templates.length === 0;
  const trouble = problem ?? reading.problem;
  return (
    <>
      {trouble && <ErrorBar error={trouble} />}
      {reading.leftOut > 0 && (
        <p role="status" className="phrases">
          {t('toolServers.results.leftOut', { count: reading.leftOut })}
        </p>
      )}
      {listed === null && listing && <Spinner label={t('toolServers.attach.loading', { name })} />}
      {listed === null && !listing && (
        <div className="flex flex-wrap items-center gap-3">
          {server.state !== 'running' && (
            <p className="phrases min-w-0 flex-1">{t('toolServers.attach.idle', { name })}</p>
          )}
          <Button onClick={() => void list()}>
            {t(server.state === 'running' ? 'common.tryAgain' : 'toolServers.start')}
          </Button>
        </div>
      )}
      {isEmpty && <p>{t('toolServers.attach.none', { name })}</p>}
      {listed !== null && !isEmpty && (
        <>
          <TextField
            type="search"
            label={t('toolServers.attach.search')}
            value={query}
            onValueChange={setQuery}
          />
          {found.length === 0 && templates.length === 0 && (
            <p>{t('toolServers.attach.noMatch', { query })}</p>
          )}
          <ul
            aria-label={t('toolServers.attach.listed', { name })}
            className="flex max-h-[45dvh] flex-col overflow-y-auto"
          >
            {templates.map((one) => (
              <li key={one.template}>
                <OfferedTemplate template={one} reading={reading} />
              </li>
            ))}
            {found.slice(0, most).map((one) => (
              <li key={one.uri}>
                <OfferedResource resource={one} reading={reading} />
              </li>
            ))}
          </ul>
          {found.length > most && (
            <p className="text-small text-text-soft">
              {t('toolServers.attach.first', { most: format.number(most) })}
            </p>
          )}
        </>
      )}
      {listed !== null && listed.leftOut > 0 && (
        <p className="phrases text-small text-text-soft">
          {t('toolServers.attach.leftOut', { count: listed.leftOut })}
        </p>
      )}
    </>
  );
}

/** Asks a server that runs at once, any other by `list`. */
function useListed({ id, state }: ToolServer) {
  const client = useClient();
  const { busy, problem, attempt } = useProblem();
  const [listed, setListed] = useState<{
    readonly resources: readonly ServerResource[];
    readonly templates: readonly ResourceTemplate[];
    readonly leftOut: number;
  } | null>(null);
  const [atOnce] = useState(state === 'running');
  const list = async () => {
    const came = await attempt(() => client.call('toolServers.listResources', { id }));
    if (came !== null) setListed(came.value);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it comes
  useEffect(() => {
    if (atOnce) void list();
  }, []);
  return { listed, listing: busy, list, problem };
}
