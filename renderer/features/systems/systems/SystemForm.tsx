import { type FormEvent, useRef, useState } from 'react';
import { defaultRequestTimeout } from '../../../../preload/contract/systems/system-choices.ts';
import type {
  AddressField,
  Authority,
  System,
  SystemProposal,
} from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { Button, ErrorBar, TextField } from '../../../ui/index.ts';
import { AddressInput } from './AddressInput.tsx';
import { AnswersFields, answersOf } from './AnswersFields.tsx';
import { AuthoritiesField } from './AuthoritiesField.tsx';
import { CertificateField } from './CertificateField.tsx';
import { saveSystem } from './saveSystem.ts';
import { useProvider } from './useProvider.ts';

interface SystemFormProps {
  /** The system to edit; null sets up a new one. */
  readonly system: System | null;
  /** Proposal of an operator's file for a new one. */
  readonly proposal?: SystemProposal | null;
  /** It is about to be filled from a file. */
  readonly filling?: boolean;
  /** The certificate of a new one. */
  readonly certificateId?: string | null;
  readonly onCertificate?: (certificateId: string | null) => void;
  /** The address of the generative AI comes first. */
  readonly byKey?: boolean;
  readonly onSaved: (system: System) => void;
  readonly onCancel?: () => void;
}

/** The certificate chosen here, reported to an owner that outlives this form. */
function useCertificate({ system, certificateId = null, onCertificate }: SystemFormProps) {
  const [id, setId] = useState(system?.certificateId ?? certificateId);
  const choose = (next: string | null) => {
    setId(next);
    onCertificate?.(next);
  };
  return [id, choose] as const;
}

/** All settings of a system in one form; each address is validated while typing. */
export default function SystemForm(props: SystemFormProps) {
  const { system, proposal = null, filling = false, byKey = false, onSaved, onCancel } = props;
  const initial = system ?? proposal;
  const t = useT();
  const client = useClient();
  const [name, setName] = useState(initial?.name ?? '');
  const provider = useProvider(system);
  const [addresses, setAddresses] = useState<Record<AddressField, string>>({
    webApi: initial?.webApiUrl ?? '',
    identityProvider: system ? provider.first : (proposal?.authUrl ?? ''),
    genai: initial?.genaiUrl ?? '',
  });
  const [authorities, setAuthorities] = useState<readonly Authority[]>(initial?.authorities ?? []);
  const [certificateId, chooseCertificate] = useCertificate(props);
  const [answers, setAnswers] = useState({
    reasoningBack: initial?.reasoningBack ?? 'in-tool-rounds',
    longestRequest: String(initial?.longestRequest ?? defaultRequestTimeout),
    thinkTags: initial?.thinkTags ?? true,
    controlField: initial?.reasoningControl?.field ?? '',
    controlChoices: initial?.reasoningControl?.choices.join('\n') ?? '',
  });
  const [tried, setTried] = useState(false);
  const [reading, setReading] = useState(false);
  const { busy, problem, attempt } = useAction();
  const form = useRef<HTMLFormElement>(null);
  const kept = useRef(system); // once added, later failures are retried with the same system

  /** A system needs at least one of the two services. */
  const nothingToUse = addresses.webApi.trim() === '' && addresses.genai.trim() === '';

  const asked = answersOf(answers);
  const canSave = name.trim() !== '' && !nothingToUse && asked !== null;

  const save = () =>
    saveSystem(client, {
      texts: addresses,
      provider,
      facts: {
        name: name.trim(),
        authorities: authorities.map(({ pem }) => pem),
        certificateId,
        ...asked,
      },
      proposal,
      isNew: system === null,
      kept,
    });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // React lets the forms of dialogs opened from here submit through this one
    if (event.target !== event.currentTarget) return;
    setTried(true);
    const saved = !canSave || busy || reading ? null : await attempt(save);
    if (saved?.value) onSaved(saved.value);
    else {
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(),
      );
    }
  };

  const address = (field: AddressField, optional = false) => (
    <AddressInput
      field={field}
      text={addresses[field]}
      onText={(text) => setAddresses((before) => ({ ...before, [field]: text }))}
      authorities={authorities}
      onProvider={provider.onFound}
      optional={optional}
      needed={!optional && nothingToUse}
      tried={tried}
    />
  );

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4"
    >
      <TextField
        label={t('start.fields.name')}
        hint={t('start.hints.name')}
        value={name}
        onValueChange={setName}
        maxLength={100}
        problem={tried && name.trim() === '' ? t('start.nameMissing') : undefined}
      />
      {byKey && <p className="phrases text-body text-text-soft">{t('start.have.key.next')}</p>}
      {byKey && address('genai', true)}
      {address('webApi')}
      {address('identityProvider', true)}
      {!byKey && address('genai', true)}
      <AuthoritiesField
        authorities={authorities}
        onChange={setAuthorities}
        onReading={setReading}
      />
      <CertificateField
        certificateId={certificateId}
        filling={filling}
        onChange={chooseCertificate}
      />
      <AnswersFields
        value={answers}
        onChange={(change) => setAnswers((before) => ({ ...before, ...change }))}
      />
      {problem && <ErrorBar error={problem} />}
      <Buttons isNew={system === null} busy={busy} reading={reading} onCancel={onCancel} />
    </form>
  );
}

function Buttons(props: {
  readonly isNew: boolean;
  readonly busy: boolean;
  /** Files are being read. */
  readonly reading: boolean;
  readonly onCancel: (() => void) | undefined;
}) {
  const { isNew, busy, reading, onCancel } = props;
  const t = useT();
  return (
    <div className="flex justify-end gap-2 border-line border-t pt-4">
      {onCancel && (
        <Button disabled={busy} onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      )}
      <Button type="submit" variant="primary" busy={busy || reading}>
        {t(isNew ? 'start.connect.action' : 'common.save')}
      </Button>
    </div>
  );
}
