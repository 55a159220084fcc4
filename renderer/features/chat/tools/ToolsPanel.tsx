import { X } from 'lucide-react';
import { useState } from 'react';
import { foldText } from '../../../../common/texts/fold.ts';
import type { Parameters } from '../../../../preload/contract/chat/conversation.ts';
import type { Tool } from '../../../../preload/contract/chat/tools.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient, useSystem } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { useResource } from '../../../kit/useResource.ts';
import { Button, Checkbox, ErrorBar, IconButton, TextField, useCover } from '../../../ui/index.ts';
import { ToolRow } from './ToolRow.tsx';

interface ToolsPanelProps {
  readonly parameters: Parameters;
  readonly onSave: (parameters: Parameters) => Promise<unknown>;
  readonly onClose: () => void;
}

/** From so many tools on they can be searched. */
const searchable = 12;

/** The tools offered to the model in this conversation, and those that may run without asking. */
export default function ToolsPanel({ parameters, onSave, onClose }: ToolsPanelProps) {
  const t = useT();
  const client = useClient();
  useCover();
  const systemId = useSystem()?.id ?? null;
  const { value, problem: lost } = useResource('tools', undefined);
  const tools = value?.filter((one) => one.systemId === null || one.systemId === systemId);
  const { problem, attempt } = useProblem();
  const trouble = problem ?? lost;
  // The last choice takes effect at once: main's answer to the previous one may still be on its way.
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const wanted = chosen ?? parameters.tools;
  const offered = new Set(wanted);
  const offer = async (names: readonly string[]) => {
    const tools = [...new Set(names)];
    setChosen(tools);
    await attempt(() => onSave({ ...parameters, tools }));
    setChosen((latest) => (latest === tools ? null : latest));
  };
  const hasServers = tools?.some(({ serverId }) => serverId !== null) === true;
  const { value: servers } = useResource('toolServers', hasServers ? undefined : null);
  const [query, setQuery] = useState('');
  const shown = (tools ?? []).filter(({ name, description }) =>
    foldText(`${name} ${description}`).includes(foldText(query)),
  );
  const possible = possibleOf(tools ?? []);
  return (
    <>
      <header className="flex items-start gap-2 py-3 pr-2 pl-4">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold">{t('tools.title')}</h2>
          <p className="phrases text-small text-text-soft">{t('tools.subtitle')}</p>
        </div>
        <IconButton size="small" icon={X} label={t('common.close')} onClick={onClose} />
      </header>
      {trouble && <ErrorBar error={trouble} className="mx-4 mb-3" />}
      {(tools?.length ?? 0) > searchable && (
        <div className="px-4 pb-3">
          <TextField
            type="search"
            label={t('tools.search')}
            labelHidden
            placeholder={t('tools.search')}
            value={query}
            onValueChange={setQuery}
          />
        </div>
      )}
      <ul className="min-h-0 flex-1 overflow-y-auto">
        {groupsOf(shown).map(([serverId, group]) => (
          <li key={serverId}>
            {hasServers && (
              <GroupHeader
                name={servers?.find(({ id }) => id === serverId)?.name ?? 'Compute Desk'}
                tools={group}
                offered={offered}
                onOffer={(names, offers) =>
                  void offer(
                    offers ? [...wanted, ...names] : wanted.filter((name) => !names.includes(name)),
                  )
                }
              />
            )}
            <ul>
              {group.map((tool) => (
                <ToolRow
                  key={tool.name}
                  tool={tool}
                  offered={offered.has(tool.name)}
                  onOffer={(offers) =>
                    void offer(
                      offers ? [...wanted, tool.name] : wanted.filter((name) => name !== tool.name),
                    )
                  }
                  onApproval={(chosen) =>
                    void attempt(() =>
                      client.call('tools.setApproval', {
                        name: tool.name,
                        fingerprint: tool.fingerprint,
                        approval: chosen,
                      }),
                    )
                  }
                />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <footer className="flex justify-end gap-1 border-line border-t px-2 py-1.5">
        <Button
          size="small"
          variant="quiet"
          disabled={offered.size === 0}
          onClick={() => void offer([])}
        >
          {t('tools.none')}
        </Button>
        <Button
          size="small"
          variant="quiet"
          disabled={possible.every((name) => offered.has(name))}
          onClick={() => void offer([...wanted, ...possible])}
        >
          {t('tools.all')}
        </Button>
      </footer>
    </>
  );
}

/** By server, those that are built in first. */
function groupsOf(tools: readonly Tool[]): [string, Tool[]][] {
  const servers = [...new Set(tools.map(({ serverId }) => serverId ?? ''))];
  return servers
    .toSorted((a, b) => Number(b === '') - Number(a === ''))
    .map((id) => [id, tools.filter(({ serverId }) => (serverId ?? '') === id)]);
}

/** Names of those that the user did not forbid. */
const possibleOf = (tools: readonly Tool[]): string[] =>
  tools.filter(({ approval }) => approval !== 'never').map(({ name }) => name);

interface GroupHeaderProps {
  readonly name: string;
  readonly tools: readonly Tool[];
  readonly offered: ReadonlySet<string>;
  readonly onOffer: (names: readonly string[], offers: boolean) => void;
}

/** All shown tools of one server at once. */
function GroupHeader({ name, tools, offered, onOffer }: GroupHeaderProps) {
  const t = useT();
  const possible = possibleOf(tools);
  const on = possible.filter((one) => offered.has(one)).length;
  return (
    <div className="border-line border-t bg-sunken px-4 py-2 wrap-anywhere">
      <Checkbox
        label={<span className="font-semibold">{name}</span>}
        hint={t('tools.onOf', { on, all: tools.length })}
        checked={on > 0 && on < possible.length ? 'mixed' : on > 0}
        disabled={possible.length === 0}
        onCheckedChange={() => onOffer(possible, on < possible.length)}
      />
    </div>
  );
}
