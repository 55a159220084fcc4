import { Ellipsis, KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ApiKey } from '../../../../preload/contract/chat/genai.ts';
import { useT } from '../../../i18n/index.ts';
import { useOpenExternally } from '../../../kit/openExternally.ts';
import { Badge, Bar, Button, IconButton, Menu, TextField, Time } from '../../../ui/index.ts';

interface KeyRowProps {
  readonly apiKey: ApiKey;
  readonly chosen: boolean;
  /** The portal's page for keys, if known. */
  readonly portalUrl: string | null;
  readonly onChoose: () => void;
  /** @returns false if it could not be renamed */
  readonly onRename: (name: string) => Promise<boolean>;
  readonly onReplace: () => void;
  readonly onRemove: () => void;
}

/** One API key: its project, its last characters, whether the service still accepts it. */
export function KeyRow(props: KeyRowProps) {
  const { apiKey, chosen, portalUrl, onChoose, onRename, onReplace, onRemove } = props;
  const t = useT();
  const leave = useOpenExternally();
  const [name, setName] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { refusedAt } = apiKey;
  if (name !== null) {
    const ready = name.trim() !== '';
    const save = async () => {
      setBusy(true);
      const renamed = await onRename(name.trim());
      setBusy(false);
      if (renamed) setName(null);
    };
    return (
      <li className="py-2">
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (ready && !busy) void save();
          }}
        >
          <div className="min-w-0 flex-1">
            <TextField
              autoFocus
              label={t('chat.keys.name')}
              value={name}
              onValueChange={setName}
              maxLength={100}
            />
          </div>
          <Button onClick={() => setName(null)}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={!ready}>
            {t('common.save')}
          </Button>
        </form>
      </li>
    );
  }
  return (
    <li className="py-1">
      <div className="flex h-8 items-center gap-2">
        <label className="flex min-w-0 flex-1 items-center gap-2">
          <input
            type="radio"
            name={`api-key-of-${apiKey.systemId}`}
            checked={chosen}
            onChange={onChoose}
            className="size-4 shrink-0 accent-accent"
          />
          <span className="truncate font-medium">{apiKey.name}</span>
          <span className="font-mono text-mono text-text-soft">{`••••${apiKey.lastFour}`}</span>
          {apiKey.protection === 'demo' && <Badge>{t('chat.keys.demo')}</Badge>}
        </label>
        <span className="shrink-0 text-small text-text-soft">
          <Time at={Date.parse(apiKey.addedAt)} />
        </span>
        <Menu
          align="end"
          trigger={
            <IconButton
              size="small"
              icon={Ellipsis}
              label={t('keys.actionsOf', { name: apiKey.name })}
            />
          }
          items={[
            {
              id: 'rename',
              label: t('keys.rename'),
              icon: Pencil,
              onSelect: () => setName(apiKey.name),
            },
            { id: 'replace', label: t('keys.replace'), icon: KeyRound, onSelect: onReplace },
            'separator',
            {
              id: 'remove',
              label: t('chat.keys.remove'),
              icon: Trash2,
              danger: true,
              onSelect: onRemove,
            },
          ]}
        />
      </div>
      {refusedAt !== null && (
        <Bar
          className="my-1.5"
          action={{ label: t('keys.replace'), onAction: onReplace }}
          {...(portalUrl === null
            ? {}
            : {
                details: (
                  <Button size="small" onClick={() => void leave(portalUrl)}>
                    {t('keys.openKeys')}
                  </Button>
                ),
              })}
        >
          {t('keys.refused')} <Time at={Date.parse(refusedAt)} />
          <br />
          {t('keys.refusedNext')}
        </Bar>
      )}
    </li>
  );
}
