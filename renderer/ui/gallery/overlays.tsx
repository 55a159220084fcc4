import { Download, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { AppError } from '../../../preload/contract/errors.ts';
import { useLanguage } from '../../i18n/index.ts';
import {
  Button,
  ConfirmDialog,
  Copyable,
  Dialog,
  Facts,
  Menu,
  SideSheet,
  StateMark,
  TextField,
  useToasts,
} from '../index.ts';
import { Section } from './Section.tsx';
import { texts } from './texts.ts';

export function OverlaysSection() {
  const w = texts[useLanguage()];
  const toasts = useToasts();
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'sheet' | null>(null);
  const [name, setName] = useState('batch-7');
  const shut = () => setOpen(null);
  return (
    <Section title={w.overlays}>
      <div className="gallery-row" data-testid="overlays">
        <Button onClick={() => setOpen('dialog')}>{w.openDialog}</Button>
        <Button onClick={() => setOpen('confirm')}>{w.openConfirm}</Button>
        <Button onClick={() => setOpen('sheet')}>{w.openSheet}</Button>
        <Menu
          trigger={<Button>{w.openMenu}</Button>}
          items={[
            { heading: w.clientId },
            { id: 'rename', label: w.rename, icon: Pencil, keys: 'mod+e', onSelect: shut },
            { id: 'export', label: w.exportPem, icon: Download, onSelect: shut },
            { id: 'off', label: w.refresh, disabled: true, onSelect: shut },
            'separator',
            {
              id: 'a',
              label: 'Alpha',
              mark: <StateMark state="up" silent />,
              checked: true,
              onSelect: shut,
            },
            {
              id: 'b',
              label: 'Beta',
              note: 'https://api.beta.example.org',
              mark: <StateMark state="down" silent />,
              checked: false,
              onSelect: shut,
            },
            'separator',
            {
              id: 'delete',
              label: w.remove,
              icon: Trash2,
              danger: true,
              onSelect: () => setOpen('confirm'),
            },
          ]}
        />
        <Button onClick={() => toasts.show({ text: w.deleted, undo: shut })}>{w.toast}</Button>
      </div>
      <Dialog
        open={open === 'dialog'}
        onClose={shut}
        title={w.create}
        description={w.emptyBody}
        footer={
          <>
            <Button onClick={shut}>{w.more}</Button>
            <Button variant="primary" onClick={shut}>
              {w.save}
            </Button>
          </>
        }
      >
        <TextField label={w.clientId} value={name} onValueChange={setName} mono />
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        title={w.confirmTitle}
        confirmLabel={w.remove}
        danger
        onConfirm={async () => {
          throw new AppError('network-timeout', { details: { host: 'api.alpha.example.org' } });
        }}
        onClose={shut}
      >
        {w.confirmBody}
      </ConfirmDialog>
      <SideSheet
        open={open === 'sheet'}
        onClose={shut}
        title="batch-7"
        subtitle={<StateMark state="degraded" />}
        footer={<Button onClick={shut}>{w.save}</Button>}
      >
        <Facts
          stacked
          items={[
            { label: w.clientId, value: <Copyable name={w.clientId} value="batch-7" /> },
            { label: w.urls, value: 'http://127.0.0.1:8765/oauth/callback' },
          ]}
        />
      </SideSheet>
    </Section>
  );
}
