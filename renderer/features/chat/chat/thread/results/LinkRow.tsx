import { Globe, Link2 } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { externalAddress } from '../../../../../../common/addresses/external-address.ts';
import { ignoring } from '../../../../../../common/ignoring.ts';
import { plainName } from '../../../../../../common/texts/plain-name.ts';
import { type Attachment, filesOf } from '../../../../../../preload/contract/chat/attachments.ts';
import type { ToolLink } from '../../../../../../preload/contract/chat/conversation.ts';
import { AttachmentDialog } from '../../../../../attachments/index.ts';
import { useT } from '../../../../../i18n/index.ts';
import { useClient } from '../../../../../kit/index.ts';
import { useProblem } from '../../../../../kit/useProblem.ts';
import { LinkQuestion } from '../../../../../markdown/index.ts';
import { Button, ErrorBar } from '../../../../../ui/index.ts';
import { ExactText } from '../../../permission/index.ts';

interface LinkRowProps {
  readonly link: ToolLink;
  readonly serverId: string | undefined;
}

/** A link of a result with its whole address: followed by a press, a page of the web after the usual question. */
export function LinkRow({ link, serverId }: LinkRowProps) {
  const t = useT();
  const { uri, name, type } = link;
  const [asks, setAsks] = useState(false);
  const { busy, problem, attempt, forget } = useProblem();
  const { files, read, leftOut } = useRead();
  const [open, setOpen] = useState<Attachment | null>(null);
  const web = /^https?:/i.test(uri) ? externalAddress(uri) : null;
  const shownName = plainName(name) || plainName(uri);
  const follow = async () => {
    if (web !== null) setAsks(true);
    else if (serverId !== undefined) {
      const came = await attempt(() => read(serverId, uri));
      if (came?.value.length === 1) setOpen(came.value[0] ?? null);
    }
  };
  const Icon = web === null ? Link2 : Globe;
  return (
    <li className="px-2.5 py-1">
      <div className="flex min-h-7 items-start gap-2">
        <Icon size={15} aria-hidden className="mt-1.5 shrink-0 text-text-soft" />
        <div className="min-w-0 flex-1 py-1">
          <p>
            {plainName(name) !== '' && <bdi className="mr-2 wrap-anywhere">{shownName}</bdi>}
            {type !== '' && (
              <bdi className="text-small text-text-soft wrap-anywhere">{plainName(type)}</bdi>
            )}
          </p>
          <div
            tabIndex={uri.length > 300 ? 0 : undefined}
            className="max-h-24 overflow-y-auto text-text-soft"
          >
            <ExactText text={uri} />
          </div>
        </div>
        {(web !== null || serverId !== undefined) && (
          <Button
            size="small"
            className="mt-0.5 shrink-0"
            busy={busy}
            aria-label={t(
              web === null ? 'toolServers.results.readOf' : 'toolServers.results.openOf',
              {
                name: shownName,
              },
            )}
            onClick={() => void follow()}
          >
            {t(web === null ? 'toolServers.results.read' : 'toolServers.results.open')}
          </Button>
        )}
      </div>
      {problem && <ErrorBar error={problem} onDismiss={forget} className="mb-1" />}
      {leftOut > 0 && (
        <p className="phrases pl-6 text-small text-text-soft">
          {t('toolServers.results.leftOut', { count: leftOut })}
        </p>
      )}
      {files.length > 1 && (
        <ul className="flex flex-wrap gap-1 pb-1 pl-5">
          {files.map((one) => (
            <li key={one.file.hash}>
              <Button size="small" variant="quiet" onClick={() => setOpen(one)}>
                {one.name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {asks && web !== null && <LinkQuestion address={web} onClose={() => setAsks(false)} />}
      {open && <AttachmentDialog attachment={open} onClose={() => setOpen(null)} />}
    </li>
  );
}

/** Copies of what a server has under an address, which main forgets once the row is gone. */
function useRead() {
  const client = useClient();
  const [{ files, leftOut }, setCame] = useState<{
    readonly files: readonly Attachment[];
    readonly leftOut: number;
  }>({ files: [], leftOut: 0 });
  const isGone = useRef(false);
  /** Hashes of the copies that main holds for this row. */
  const held = useRef<readonly string[]>([]);
  const discard = useCallback(
    (hashes: readonly string[]): void => {
      if (hashes.length === 0) return;
      const discarding = client.call('attachments.discard', { hashes: [...hashes] });
      void ignoring('they are gone when the app ends', discarding);
    },
    [client],
  );
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      discard(held.current);
      held.current = [];
    };
  }, [discard]);
  return {
    files,
    leftOut,
    async read(id: string, uri: string): Promise<readonly Attachment[]> {
      const came = await client.call('toolServers.readResource', { id, uri });
      const hashes = came.files.flatMap(filesOf).map(({ hash }) => hash);
      if (isGone.current) {
        discard(hashes);
        return [];
      }
      // the same may have come again
      discard(held.current.filter((hash) => !hashes.includes(hash)));
      held.current = hashes;
      setCame(came);
      return came.files;
    },
  };
}
