import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { AppErrorData } from '../../../preload/contract/errors.ts';
import { machineStates } from '../../../preload/contract/machines/machine-states.ts';
import { useLanguage } from '../../i18n/index.ts';
import { Secret } from '../buttons/Secret.tsx';
import { Meter } from '../data/Meter.tsx';
import { Progress } from '../data/Progress.tsx';
import {
  Badge,
  Bar,
  Button,
  Card,
  type Column,
  Copyable,
  DropZone,
  EmptyState,
  ErrorBar,
  Facts,
  Mono,
  Ring,
  StateMark,
  Table,
  Time,
} from '../index.ts';
import { Section } from './Section.tsx';
import { texts } from './texts.ts';

const opened = Date.now();
const minute = 60_000;
const fingerprint =
  '5E:11:8A:47:0C:93:D2:BE:61:7F:20:A4:38:C5:9D:E0:14:6B:F7:82:3A:D9:50:CC:71:0E:B8:2F:96:43:AD:18';
const failure: AppErrorData = {
  code: 'http-status',
  details: { host: 'api.alpha.example.org', status: 502, server: '{"detail": "upstream is gone"}' },
  retryable: true,
};

const reveal = () => Promise.resolve('kQ2v-7mPz-4hXw-9sLd');
const nothing = () => undefined;

interface Client {
  readonly id: string;
  readonly urls: string;
  readonly created: number;
}

const clients: readonly Client[] = [
  { id: 'batch-7', urls: 'http://127.0.0.1:8765/oauth/callback', created: opened - 4 * minute },
  { id: 'batch-12', urls: 'https://notebook.example.org/callback', created: opened - 3e9 },
  { id: 'compute-desk', urls: 'compute-desk://oauth/callback', created: opened - 5 * 3_600_000 },
];

export function ValuesSection() {
  const w = texts[useLanguage()];
  return (
    <Section title={w.values}>
      <div className="gallery-stack">
        <div className="gallery-row">
          {machineStates.map((state) => (
            <StateMark key={state} state={state} />
          ))}
          {machineStates.map((state) => (
            <StateMark key={state} state={state} wordHidden />
          ))}
          <Badge>3</Badge>
          <Badge tone="accent">{w.title}</Badge>
          <Badge tone="good">OK</Badge>
          <Badge tone="warning">{w.left}</Badge>
          <Badge tone="trouble">NG</Badge>
          <Ring value={0.7} label={w.left} />
          <Ring value={0.25} label={w.left} tone="warning" />
          <Ring value={0.06} label={w.left} tone="trouble" size={20} />
          <Time at={opened - 12_000} />
          <Time at={opened - 3e9} />
          <Time at={opened + 4 * minute} />
        </div>
        <div className="gallery-row">
          <Meter
            label={w.context}
            value={41_200}
            max={131_072}
            text="41,200 / 131,072"
            textShown
            className="gallery-meter"
          />
          <Meter
            label={w.context}
            value={118_000}
            max={131_072}
            text="118,000 / 131,072"
            tone="warning"
            textShown
            className="gallery-meter"
          />
          <Meter
            label={w.context}
            value={131_072}
            max={131_072}
            text="131,072 / 131,072"
            tone="trouble"
            className="gallery-meter"
          />
        </div>
        <div className="gallery-grid">
          <Progress label={w.importing} value={0.42} onCancel={nothing} />
          <Progress label={w.importing} />
        </div>
        <Card>
          <Facts
            items={[
              {
                label: w.subject,
                value: 'CN=Hanako Example, OU=Users, O=Example Compute Centre, C=JP',
              },
              { label: w.validity, value: <Time at={opened + 3e9} absolute /> },
              {
                label: w.fingerprint,
                value: <Copyable name={w.fingerprint} value={fingerprint} />,
              },
              {
                label: w.secret,
                value: <Secret name={w.secret} reveal={reveal} ending="9sLd" onError={nothing} />,
              },
            ]}
          />
        </Card>
      </div>
    </Section>
  );
}

export function TroubleSection() {
  const w = texts[useLanguage()];
  return (
    <Section title={w.trouble}>
      <div className="gallery-stack">
        <ErrorBar error={failure} onRetry={nothing} />
        <ErrorBar
          error={{ code: 'certificate-wrong-password', details: {}, retryable: false }}
          onDismiss={nothing}
        />
        <Bar tone="warning" action={{ label: w.renew, onAction: nothing }}>
          {w.warning}
        </Bar>
        <Bar tone="note" onDismiss={nothing}>
          {w.note}
        </Bar>
      </div>
    </Section>
  );
}

export function TableSection() {
  const w = texts[useLanguage()];
  const [open, setOpen] = useState<string | null>('compute-desk');
  const columns: Column<Client>[] = [
    {
      id: 'id',
      title: w.clientId,
      cell: ({ id }) => <Mono>{id}</Mono>,
      sortBy: ({ id }) => id,
      width: '12rem',
    },
    { id: 'urls', title: w.urls, cell: ({ urls }) => <Mono>{urls}</Mono> },
    {
      id: 'secret',
      title: w.secret,
      cell: () => <Secret name={w.secret} reveal={reveal} onError={nothing} />,
      width: '15rem',
      wideOnly: true,
    },
    {
      id: 'created',
      title: w.created,
      cell: ({ created }) => <Time at={created} />,
      sortBy: ({ created }) => created,
      align: 'end',
      width: '11rem',
    },
  ];
  return (
    <Section title={w.table}>
      <div className="overflow-x-auto">
        <Table
          label={w.title}
          columns={columns}
          rows={clients}
          rowKey={({ id }) => id}
          initialSort={{ column: 'id', direction: 'ascending' }}
          onOpen={({ id }) => setOpen(id)}
          openKey={open}
        />
      </div>
      <EmptyState
        icon={KeyRound}
        title={w.empty}
        action={<Button variant="primary">{w.create}</Button>}
      >
        {w.emptyBody}
      </EmptyState>
    </Section>
  );
}

export function DropSection() {
  const w = texts[useLanguage()];
  return (
    <Section title={w.drop}>
      <div className="gallery-stack">
        <DropZone label={w.drop} hint={w.dropHint} accept=".p12,.pfx" onFiles={nothing} />
        <DropZone label={w.drop} accept=".p12,.pfx" onFiles={nothing} problem={w.bad} />
        <DropZone
          label={w.drop}
          hint={w.dropHint}
          accept=".p12,.pfx"
          onFiles={nothing}
          form="screen"
        />
      </div>
    </Section>
  );
}
