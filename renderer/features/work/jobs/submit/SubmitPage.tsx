import { ArrowLeft, History } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { System } from '../../../../../preload/contract/systems/systems.ts';
import { schedulerOf } from '../../../../../preload/contract/work/compute-api.ts';
import type { JobsState } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { isModHeld } from '../../../../kit/commands/keys.ts';
import { useStores } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import {
  Bar,
  Button,
  ConfirmDialog,
  ErrorBar,
  IconButton,
  Menu,
  useDrop,
} from '../../../../ui/index.ts';
import { ExactRequest } from './ExactRequest.tsx';
import { emptyForm, type SubmitForm as Form, readForm } from './form.ts';
import { ScriptField } from './ScriptField.tsx';
import { SubmitFields } from './SubmitFields.tsx';
import { SubmitFoot } from './SubmitFoot.tsx';
import { readScript } from './script-file.ts';
import { useKeptDraft, useLastDraft } from './useKeptDraft.ts';
import { usePreview } from './usePreview.ts';
import { useSending } from './useSending.ts';

interface SubmitPageProps {
  readonly system: System;
  readonly state: JobsState | null;
  /** The submission to begin with. */
  readonly again: string | null;
}

/** A script, its directives as a form, and the exact request before it goes. */
export default function SubmitPage(props: SubmitPageProps) {
  const begin = useLastDraft(props.system.id, props.again !== null);
  return begin && <SubmitForm {...props} begin={begin} />;
}

function SubmitForm(props: SubmitPageProps & { readonly begin: Form }) {
  const { system, state, again, begin } = props;
  const t = useT();
  const { route, client } = useStores();
  const systemId = system.id;
  const [form, setForm] = useState(begin);
  /** What is shown is what the user writes, not what was submitted before. */
  const [isDraft, setIsDraft] = useState(again === null);
  const [asksSame, setAsksSame] = useState(false);
  const [replaced, setReplaced] = useState(false);
  const change = (part: Partial<Form>) => {
    setIsDraft(true);
    setForm((before) => ({ ...before, ...part }));
  };
  const loading = useProblem();
  const scheduler = schedulerOf(state?.family ?? 'field');
  const machine = form.machine || firstMachine(state);
  const reading = readForm({ ...form, machine }, scheduler);
  const sending = useSending({
    system,
    state,
    onAccepted: (key) => route.replace({ screen: 'jobs', ...(key !== null && { job: key }) }),
  });
  useKeptDraft(systemId, isDraft ? (sending.isOut ? null : form) : undefined);
  const preview = usePreview({ systemId, id: sending.id, submission: reading.submission });

  const load = (id: string) =>
    void loading.attempt(async () => {
      const { script, machine: on, folder } = await client.call('jobs.submitted', { systemId, id });
      setIsDraft(false);
      setReplaced(false);
      setForm({ ...emptyForm, script, machine: on, folder: folder ?? '' });
    });
  const first = useRef(again);
  useEffect(() => {
    if (first.current !== null) load(first.current);
    first.current = null;
  });
  const take = (files: FileList | null) =>
    void loading.attempt(async () => {
      const file = files?.[0];
      if (file === undefined) return;
      const read = await readScript(file);
      change({ script: read.script });
      setReplaced(read.replaced);
    });
  const { over, drop } = useDrop('Files', ({ files }) => take(files));

  const submit = async () => {
    const { submission } = reading;
    if (submission === null || state?.locked !== false) return;
    // sent less than a minute ago: a second press of the same, or meant
    if (await sending.isSame(submission)) setAsksSame(true);
    else await sending.send(submission);
  };
  const pressKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !isModHeld(event.nativeEvent)) return;
    event.preventDefault();
    void submit();
  };
  const recent = state?.submissions ?? [];

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys work from each of its fields
    <div {...drop} onKeyDown={pressKeys} className="flex h-full flex-col">
      <Head recent={recent} onLoad={load} />
      <div className="flex min-h-0 flex-1 max-[60rem]:flex-col max-[60rem]:overflow-y-auto">
        <div className="flex min-w-0 flex-1 flex-col gap-3 overflow-y-auto px-6 pb-4 max-[60rem]:overflow-visible">
          {loading.problem && <ErrorBar error={loading.problem} onDismiss={loading.forget} />}
          {replaced && (
            <Bar tone="note" onDismiss={() => setReplaced(false)}>
              {t('jobs.submit.lineEnds')}
            </Bar>
          )}
          <ScriptField
            form={form}
            variables={reading.variables}
            scheduler={scheduler}
            over={over}
            onChange={change}
            onFiles={take}
          />
          <ExactRequest preview={preview} missing={reading.missing} />
        </div>
        <div className="flex w-104 shrink-0 flex-col border-line border-l bg-surface max-[70rem]:w-88 max-[60rem]:w-full max-[60rem]:border-l-0">
          <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-4 py-3">
            <SubmitFields
              state={state}
              form={{ ...form, machine }}
              reading={reading}
              preview={preview}
              scheduler={scheduler}
              onChange={change}
            />
          </div>
          <SubmitFoot
            system={system}
            state={state}
            missing={reading.missing}
            sending={sending}
            onSubmit={() => void submit()}
            onQueue={() => route.go({ screen: 'jobs' })}
          />
        </div>
      </div>
      <ConfirmDialog
        open={asksSame}
        title={t('jobs.same.title')}
        confirmLabel={t('jobs.same.confirm')}
        onConfirm={async () => {
          if (reading.submission !== null) await sending.send(reading.submission);
        }}
        onClose={() => setAsksSame(false)}
      >
        {t('jobs.same.text')}
      </ConfirmDialog>
    </div>
  );
}

function Head(props: {
  readonly recent: JobsState['submissions'];
  readonly onLoad: (id: string) => void;
}) {
  const { recent, onLoad } = props;
  const t = useT();
  const format = useFormat();
  const { route } = useStores();
  return (
    <header className="flex min-h-14 items-center gap-3 px-6 py-3">
      <IconButton
        icon={ArrowLeft}
        label={t('jobs.submit.back')}
        className="-ml-2"
        onClick={() => route.go({ screen: 'jobs' })}
      />
      <h1 className="min-w-0 text-title font-semibold">{t('jobs.submit.title')}</h1>
      <span className="ml-auto" />
      {recent.length > 0 && (
        <Menu
          align="end"
          trigger={<Button icon={History}>{t('jobs.submit.recent')}</Button>}
          items={recent.slice(0, 20).map(({ id, name, at, machine: on }) => ({
            id,
            label: name ?? on,
            note: `${on} · ${format.dateTime(at)}`,
            onSelect: () => onLoad(id),
          }))}
        />
      )}
    </header>
  );
}

/** The machine used last, else the first one. */
function firstMachine(state: JobsState | null): string {
  const recent = state?.submissions[0]?.machine;
  const names = state?.machines.map(({ name }) => name) ?? [];
  return recent !== undefined && names.includes(recent) ? recent : (names[0] ?? '');
}
