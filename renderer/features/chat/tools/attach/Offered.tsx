import { useEffect, useRef, useState } from 'react';
import { foldText } from '../../../../../common/texts/fold.ts';
import type {
  ServerResource,
  ToolServer,
} from '../../../../../preload/contract/chat/tool-servers.ts';
import type { Basket } from '../../../../attachments/index.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useClient } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { Button, ErrorBar, oneLine, Spinner, TextField } from '../../../../ui/index.ts';
import { drawn } from '../../permission/index.ts';
import { attachCopies, discardCopies } from './attachCopies.ts';

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
  const found = (listed?.resources ?? []).filter((one) =>
    foldText(`${one.name} ${one.uri} ${one.description}`).includes(wanted),
  );
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
      {listed?.resources.length === 0 && <p>{t('toolServers.attach.none', { name })}</p>}
      {listed !== null && listed.resources.length > 0 && (
        <>
          <TextField
            type="search"
            label={t('toolServers.attach.search')}
            value={query}
            onValueChange={setQuery}
          />
          {found.length === 0 && <p>{t('toolServers.attach.noMatch', { query })}</p>}
          <ul
            aria-label={t('toolServers.attach.listed', { name })}
            className="flex max-h-[45dvh] flex-col overflow-y-auto"
          >
            {found.slice(0, most).map((one) => (
              <li key={one.uri}>
                <Row
                  resource={one}
                  busy={reading.of === one.uri}
                  disabled={reading.of !== null}
                  onAttach={() => void reading.attach(one.uri)}
                />
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

interface RowProps {
  readonly resource: ServerResource;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly onAttach: () => void;
}

/** One of them, in the server's words: what would not be seen of them is written. */
function Row({ resource, busy, disabled, onAttach }: RowProps) {
  const t = useT();
  const format = useFormat();
  const { uri, description, type, size } = resource;
  const address = oneLine(drawn(uri).text, 400);
  const name = oneLine(drawn(resource.name).text, 120) || address;
  const facts = [oneLine(drawn(type).text, 80), size === null ? '' : format.bytes(size)];
  return (
    <div className="flex items-start gap-3 border-line border-b py-1.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-x-2">
          <bdi className="font-medium wrap-anywhere">{name}</bdi>
          <bdi className="text-small text-text-soft wrap-anywhere">
            {facts.filter((fact) => fact !== '').join(' · ')}
          </bdi>
        </p>
        <p dir="ltr" className="font-mono text-mono text-text-soft wrap-anywhere">
          {address}
        </p>
        {description !== '' && (
          <p dir="auto" className="line-clamp-2 text-small text-text-soft wrap-anywhere">
            {oneLine(drawn(description).text, 400)}
          </p>
        )}
      </div>
      <Button
        size="small"
        className="mt-0.5 shrink-0"
        busy={busy}
        disabled={disabled && !busy}
        aria-label={t('toolServers.attach.actionOf', { name })}
        onClick={onAttach}
      >
        {t('toolServers.attach.action')}
      </Button>
    </div>
  );
}

/** Asks a server that runs at once, any other by `list`. */
function useListed({ id, state }: ToolServer) {
  const client = useClient();
  const { busy, problem, attempt } = useProblem();
  const [listed, setListed] = useState<{
    readonly resources: readonly ServerResource[];
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

/** Reads one after a press, attaches what came and closes; not if the user left meanwhile. */
function useReading(id: string, basket: Basket, onClose: () => void) {
  const client = useClient();
  const { problem, attempt } = useProblem();
  const [of, setOf] = useState<string | null>(null);
  const [leftOut, setLeftOut] = useState(0);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  const attach = async (uri: string) => {
    setOf(uri);
    setLeftOut(0);
    const came = await attempt(async () => {
      const { files, leftOut: missing } = await client.call('toolServers.readResource', {
        id,
        uri,
      });
      if (gone.current) await discardCopies(client, files);
      else await attachCopies(client, basket, files);
      return missing;
    });
    if (gone.current) return;
    setOf(null);
    if (came === null) return;
    setLeftOut(came.value);
    if (came.value === 0) onClose();
  };
  return { of, problem, leftOut, attach };
}
