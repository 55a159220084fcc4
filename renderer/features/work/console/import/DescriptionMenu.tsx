import { FileInput } from 'lucide-react';
import { useRef, useState } from 'react';
import type { System } from '../../../../../preload/contract/systems/systems.ts';
import type { ConsoleState } from '../../../../../preload/contract/work/console.ts';
import type { Description } from '../../../../../preload/contract/work/console-descriptions.ts';
import { useT } from '../../../../i18n/index.ts';
import { useClient } from '../../../../kit/index.ts';
import { useOffer } from '../../../../kit/useCommand.ts';
import { Button, ConfirmDialog, Menu, type MenuItem } from '../../../../ui/index.ts';
import { AddressDialog } from './AddressDialog.tsx';
import { accepted } from './NoDescription.tsx';
import type { Importing } from './useImport.ts';

interface DescriptionMenuProps {
  readonly system: System;
  readonly state: ConsoleState;
  readonly description: Description;
  readonly importing: Importing;
}

/** Imports further descriptions, and newer ones of the one that is shown. */
export function DescriptionMenu({ system, state, description, importing }: DescriptionMenuProps) {
  const t = useT();
  const client = useClient();
  const input = useRef<HTMLInputElement>(null);
  /** The description that the chosen file or address replaces. */
  const replaces = useRef<string | null>(null);
  const [open, setOpen] = useState<'address' | 'remove' | null>(null);
  const { id, title, source } = description;
  const choose = (replaced: string | null) => {
    replaces.current = replaced;
    input.current?.click();
  };
  const ask = (replaced: string | null) => {
    replaces.current = replaced;
    setOpen('address');
  };
  useOffer('import-description', () => choose(null));
  const isAddress = /^https?:\/\//.test(source);
  const items: MenuItem[] = [
    { id: 'file', label: t('console.import.file'), onSelect: () => choose(null) },
    { id: 'address', label: t('console.import.address'), onSelect: () => ask(null) },
    ...(state.offersDemo
      ? [
          {
            id: 'demo',
            label: t('console.import.demo'),
            onSelect: () => void importing.take({ kind: 'demo' }, null),
          },
        ]
      : []),
    { heading: title },
    ...(isAddress
      ? [
          {
            id: 'again',
            label: t('console.import.again'),
            note: source,
            onSelect: () => void importing.take({ kind: 'address', url: source }, id),
          },
        ]
      : []),
    { id: 'newer', label: t('console.import.newer'), onSelect: () => choose(id) },
    {
      id: 'remove',
      label: t('console.remove.action'),
      danger: true,
      onSelect: () => setOpen('remove'),
    },
  ];
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button icon={FileInput} busy={importing.busy}>
            {t('console.import.title')}
          </Button>
        }
        items={items}
      />
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted}
        aria-label={t('console.import.file')}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) void importing.takeFile(file, replaces.current);
          // lets the same file be chosen again
          event.target.value = '';
        }}
      />
      {open === 'address' && (
        <AddressDialog
          importing={importing}
          origin={state.origin}
          replaces={replaces.current}
          onClose={() => setOpen(null)}
        />
      )}
      <ConfirmDialog
        open={open === 'remove'}
        title={t('console.remove.title', { name: title })}
        confirmLabel={t('console.remove.confirm')}
        danger
        onConfirm={() =>
          client.call('apiConsole.removeDescription', { systemId: system.id, descriptionId: id })
        }
        onClose={() => setOpen(null)}
      >
        {t('console.remove.text')}
      </ConfirmDialog>
    </>
  );
}
