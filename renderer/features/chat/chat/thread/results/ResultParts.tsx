import { useState } from 'react';
import type { Attachment } from '../../../../../../preload/contract/chat/attachments.ts';
import type { ToolLink } from '../../../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../../../i18n/index.ts';
import { LateTexts } from '../../../../../i18n/late.tsx';
import { Button } from '../../../../../ui/index.ts';
import { ImageRow } from './ImageRow.tsx';
import { LinkRow } from './LinkRow.tsx';

interface ResultPartsProps {
  readonly files: readonly Attachment[];
  readonly links: readonly ToolLink[];
  /** The server that can be asked for what the links name. */
  readonly serverId: string | undefined;
}

/** Rows shown before the rest is offered. */
const few = 4;

/** Images and links of a tool's result, by name: nothing is loaded before the user asks for it. */
export default function ResultParts(props: ResultPartsProps) {
  return (
    <LateTexts>
      <Rows {...props} />
    </LateTexts>
  );
}

function Rows({ files, links, serverId }: ResultPartsProps) {
  const t = useT();
  const [all, setAll] = useState(false);
  const rows = [
    // biome-ignore lint/suspicious/noArrayIndexKey: a result never changes its order
    ...files.map((one, at) => <ImageRow key={`image ${at}`} attachment={one} />),
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    ...links.map((one, at) => <LinkRow key={`link ${at}`} link={one} serverId={serverId} />),
  ];
  const shown = all ? rows : rows.slice(0, few);
  return (
    <div className="mt-0.5 mb-1.5 max-w-160">
      <ul
        aria-label={t('toolServers.results.title')}
        className="divide-y divide-line overflow-hidden rounded-control border border-line bg-surface text-body text-text"
      >
        {shown}
      </ul>
      {rows.length > few && (
        <Button size="small" variant="quiet" onClick={() => setAll(!all)}>
          {all
            ? t('toolServers.results.fewer')
            : t('toolServers.results.more', { count: rows.length - few })}
        </Button>
      )}
    </div>
  );
}
