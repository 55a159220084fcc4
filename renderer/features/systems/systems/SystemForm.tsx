import { type FormEvent, useCallback, useRef, useState } from 'react';
import type {
  AddressField,
  Authority,
  System,
} from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { Button, ErrorBar, TextField } from '../../../ui/index.ts';
import { AnswersFields, answersOf } from './AnswersFields.tsx';
import { AuthoritiesField } from './AuthoritiesField.tsx';
import { AddressInput } from './addresses/AddressInput.tsx';
import { type AddressState, isMistake } from './addresses/useAddress.ts';
import { useProvider } from './addresses/useProvider.ts';
import { CertificateField } from './CertificateField.tsx';
import { ComputeApiFields, computeApiOf, computeApiText } from './ComputeApiFields.tsx';
import { chooseAuthority, focusFirst } from './connect/useAddresses.ts';
import { saveSystem } from './saveSystem.ts';

interface SystemFormProps {
  readonly system: System;
  readonly onSaved: (system: System) => void;
  readonly onCancel: () => void;
}

const fields = ['webApi', 'identityProvider', 'genai'] as const;

/** All settings of a system in one form; each address is checked while typing. */
export default function SystemForm({ system, onSaved, onCancel }: SystemFormProps) {
  const t = useT();
  const client = useClient();
  const [name, setName] = useState(system.name);
  const provider = useProvider(system);
  const [addresses, setAddresses] = useState<Record<AddressField, string>>({
    webApi: system.webApiUrl,
    identityProvider: provider.first,
    genai: system.genaiUrl ?? '',
  });
  const [states, setStates] = useState<Partial<Record<AddressField, AddressState>>>({});
  const [authorities, setAuthorities] = useState<readonly Authority[]>(system.authorities);
  const [certificateId, setCertificateId] = useState(system.certificateId);
  const services = useServices(system);
  const [tried, setTried] = useState(false);
  const [reading, setReading] = useState(false);
  const { busy, problem, attempt } = useAction();
  const form = useRef<HTMLFormElement>(null);
  const stored = useRef<System | null>(system);
  const report = useCallback((field: AddressField, state: AddressState | undefined) => {
    setStates((before) => ({ ...before, [field]: state }));
  }, []);
  const focusSoon = (...selectors: string[]) => focusFirst(form, selectors);

  /** A system needs at least one of the two services. */
  const nothingToUse = addresses.webApi.trim() === '' && addresses.genai.trim() === '';

  const canSave =
    name.trim() !== '' &&
    !nothingToUse &&
    services.chosen !== null &&
    !Object.values(states).some(isMistake);

  const save = () =>
    saveSystem(client, {
      texts: addresses,
      provider,
      facts: {
        name: name.trim(),
        authorities: authorities.map(({ pem }) => pem),
        certificateId,
        ...services.chosen,
      },
      proposal: null,
      isNew: false,
      stored,
    });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // React lets the forms of dialogs opened from here submit through this one
    if (event.target !== event.currentTarget) return;
    setTried(true);
    const saved = !canSave || busy || reading ? null : await attempt(save);
    if (saved?.value) onSaved(saved.value);
    else focusSoon('[data-repair]', '[aria-invalid]');
  };

  const address = (field: AddressField, optional = false) => (
    <AddressInput
      field={field}
      text={addresses[field]}
      onText={(text) => setAddresses((before) => ({ ...before, [field]: text }))}
      authorities={authorities}
      systemId={system.id}
      onProvider={provider.onFound}
      onMove={(to) => {
        setAddresses((before) => ({ ...before, [field]: '', [to]: before[field] }));
        focusSoon(`[data-address=${to}]`);
      }}
      fields={fields}
      onAuthority={() => chooseAuthority(form)}
      onState={report}
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
        label={t('connect.fields.name')}
        value={name}
        onValueChange={setName}
        maxLength={100}
        problem={tried && name.trim() === '' ? t('connect.nameMissing') : undefined}
      />
      {address('webApi')}
      {address('identityProvider', true)}
      {address('genai', true)}
      <div data-authorities>
        <AuthoritiesField
          authorities={authorities}
          onChange={setAuthorities}
          onReading={setReading}
        />
      </div>
      <CertificateField certificateId={certificateId} onChange={setCertificateId} />
      <AnswersFields value={services.answers} onChange={services.changeAnswers} />
      <ComputeApiFields
        systemId={system.id}
        value={services.computeApi}
        onChange={services.changeComputeApi}
      />
      {problem && <ErrorBar error={problem} />}
      <Buttons busy={busy} reading={reading} onCancel={onCancel} />
    </form>
  );
}

/** How the models and the compute API are asked, as typed; what is chosen is null while a field is invalid. */
function useServices(system: System) {
  const [answers, setAnswers] = useState({
    reasoningBack: system.reasoningBack,
    longestRequest: String(system.longestRequest),
    thinkTags: system.thinkTags,
    controlField: system.reasoningControl?.field ?? '',
    controlChoices: system.reasoningControl?.choices.join('\n') ?? '',
  });
  const [computeApi, setComputeApi] = useState(() => computeApiText(system.computeApi ?? null));
  const models = answersOf(answers);
  const compute = computeApiOf(computeApi);
  return {
    answers,
    changeAnswers: (change: Partial<typeof answers>) =>
      setAnswers((before) => ({ ...before, ...change })),
    computeApi,
    changeComputeApi: (change: Partial<typeof computeApi>) =>
      setComputeApi((before) => ({ ...before, ...change })),
    chosen: models === null || compute === undefined ? null : { ...models, computeApi: compute },
  };
}

interface ButtonsProps {
  readonly busy: boolean;
  /** Files are being read. */
  readonly reading: boolean;
  readonly onCancel: () => void;
}

function Buttons({ busy, reading, onCancel }: ButtonsProps) {
  const t = useT();
  return (
    <div className="flex justify-end gap-2 border-line border-t pt-4">
      <Button disabled={busy} onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" variant="primary" busy={busy || reading}>
        {t('common.save')}
      </Button>
    </div>
  );
}
