import { BadgeCheck, FileKey2 } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { AddressField } from '../../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../../i18n/index.ts';
import { certificateById, useFollowed } from '../../../../kit/index.ts';
import { Button, FoldButton, TextField } from '../../../../ui/index.ts';
import { AuthoritiesField } from '../AuthoritiesField.tsx';
import { AddressInput } from '../addresses/AddressInput.tsx';
import type { useProvider } from '../addresses/useProvider.ts';
import { ProxyFields, ProxyLock } from '../ProxyFields.tsx';
import { Owner } from './CertificateStep.tsx';
import { FileCard } from './FileCard.tsx';
import { isPortalWrong, type useAddresses } from './useAddresses.ts';

interface AddressesStepProps {
  readonly addresses: ReturnType<typeof useAddresses>;
  readonly provider: ReturnType<typeof useProvider>;
  /** The user has a key of the generative AI, and perhaps nothing else. */
  readonly byKey: boolean;
  readonly onBack: (() => void) | undefined;
  readonly onConnect: () => void;
}

/** Asks for two addresses and a name; everything else is under More. */
export function AddressesStep(props: AddressesStepProps) {
  const { addresses, provider, byKey, onBack, onConnect } = props;
  const { form, texts, name, authorities, isMoreOpen, counts, proxy } = addresses;
  const t = useT();
  const [tried, setTried] = useState(false);
  const [reading, setReading] = useState(false);
  /** A system needs at least one of the two services. */
  const isNothing = texts.webApi.trim() === '' && texts.genai.trim() === '';

  // the step before has gone with its button
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      form.current?.querySelector<HTMLElement>('[data-address]')?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [form]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (event.target !== event.currentTarget || reading) return;
    setTried(true);
    const isComplete = !isNothing && name.trim() !== '' && !isPortalWrong(texts.portal);
    if (isComplete && counts.mistakes === 0 && !proxy.isMissing) return onConnect();
    addresses.leadToMistake();
  };
  const address = (field: AddressField, optional: boolean) => (
    <AddressInput
      field={field}
      text={texts[field]}
      onText={(text) => addresses.setText(field, text)}
      authorities={authorities}
      proxy={proxy.settled}
      onProvider={provider.onFound}
      onMove={(to) => addresses.move(field, to)}
      fields={['webApi', 'genai', 'identityProvider', 'portal']}
      onAuthority={addresses.leadToAuthority}
      onState={addresses.report}
      optional={optional}
      needed={!optional && isNothing}
      tried={tried}
    />
  );
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="phrases -mt-3 text-text-soft">
        {t(byKey ? 'connect.addresses.byKey' : 'connect.addresses.text')}
      </p>
      {byKey ? address('genai', false) : address('webApi', false)}
      {byKey ? address('webApi', true) : address('genai', true)}
      <TextField
        className="max-w-63"
        label={t('connect.fields.name')}
        value={name}
        onValueChange={addresses.setName}
        maxLength={100}
        problem={tried && name.trim() === '' ? t('connect.nameMissing') : undefined}
      />
      <div className="border-line border-y py-2">
        <div className="flex flex-wrap items-center gap-x-2">
          <FoldButton open={isMoreOpen} onFold={addresses.setMoreOpen} className="ml-0 text-text">
            {t('connect.more.title')}
          </FoldButton>
          <span className="text-small text-text-soft">{t('connect.more.text')}</span>
        </div>
        {/* stays in the page, so that its addresses are checked */}
        <div hidden={!isMoreOpen} className="flex flex-col gap-4 pt-3 pb-2">
          {address('identityProvider', true)}
          <TextField
            mono
            optional
            type="url"
            inputMode="url"
            data-address="portal"
            label={t('connect.fields.portal')}
            hint={t('connect.hints.portal')}
            problem={isPortalWrong(texts.portal) ? t('connect.address.not-a-url') : undefined}
            value={texts.portal}
            onValueChange={(text) => addresses.setText('portal', text)}
          />
          <div data-authorities>
            <AuthoritiesField
              authorities={authorities}
              onChange={addresses.setAuthorities}
              onReading={setReading}
            />
          </div>
          <ProxyPart proxy={proxy} tried={tried} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {onBack && (
          <Button variant="quiet" className="-ml-3" onClick={onBack}>
            {t('start.back')}
          </Button>
        )}
        <span role="status" className="ml-auto text-small text-text-soft">
          {counts.mistakes > 0 && t('connect.addresses.mistakes', { count: counts.mistakes })}
        </span>
        <Button type="submit" variant="primary" busy={reading}>
          {t('connect.action')}
        </Button>
      </div>
    </form>
  );
}

/** The proxy of all its addresses. */
function ProxyPart(props: {
  readonly proxy: ReturnType<typeof useAddresses>['proxy'];
  readonly tried: boolean;
}) {
  const { draft, change, settle, isMissing } = props.proxy;
  const t = useT();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving its fields says that they are complete
    <div
      data-proxy
      className="flex flex-col gap-3"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) settle();
      }}
    >
      <ProxyLock>
        <ProxyFields
          draft={draft}
          onChange={change}
          addressProblem={props.tried && isMissing ? t('connect.proxyMissing') : undefined}
        />
      </ProxyLock>
    </div>
  );
}

/** The chosen certificate, which stays in view; or the way to one. */
export function ChosenCertificate(props: {
  readonly certificateId: string | null;
  readonly onChange: () => void;
}) {
  const t = useT();
  const certificate = certificateById(
    useFollowed((stores) => stores.certificates),
    props.certificateId,
  );
  const change = (
    <Button size="small" onClick={props.onChange}>
      {t(certificate ? 'connect.certificate.change' : 'connect.certificate.add')}
    </Button>
  );
  return certificate ? (
    <FileCard
      icon={BadgeCheck}
      title={certificate.name}
      text={<Owner certificate={certificate} />}
      action={change}
    />
  ) : (
    <FileCard
      icon={FileKey2}
      title={t('connect.certificate.none')}
      text={t('connect.certificate.noneText')}
      action={change}
    />
  );
}
