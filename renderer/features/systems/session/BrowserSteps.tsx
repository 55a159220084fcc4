import { Download } from 'lucide-react';
import { useState } from 'react';
import type { System } from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { certificateById, useFollowed } from '../../../kit/index.ts';
import { Button, FoldButton, Select } from '../../../ui/index.ts';
import { ExportP12Dialog } from '../certificates/index.ts';
import { AuthoritiesFile } from '../elsewhere/index.ts';

/** A browser's certificate store: its own, or the operating system's. */
export const browsers = ['firefox', 'windows', 'mac', 'linux'] as const;
export type Browser = (typeof browsers)[number];

/** Returns this page's browser, or the computer's usual one. @param agent `navigator.userAgent` */
export function browserOf(agent: string): Browser {
  if (agent.includes('Firefox/')) return 'firefox';
  if (agent.includes('Windows')) return 'windows';
  return agent.includes('Mac OS') ? 'mac' : 'linux';
}

/** How to install the certificate and the system's authorities in the user's own browser, with both files. */
export function BrowserSteps({ system }: { readonly system: System }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [browser, setBrowser] = useState(() => browserOf(navigator.userAgent));
  const [exporting, setExporting] = useState(false);
  const certificates = useFollowed((stores) => stores.certificates);
  const certificate = certificateById(certificates, system.certificateId);
  const ownAuthorities = system.authorities.length > 0;
  return (
    <section className="flex flex-col gap-2">
      <FoldButton open={open} onFold={setOpen} className="self-start">
        {t('signIn.browserSteps.title')}
      </FoldButton>
      {open && (
        <>
          <Select
            label={t('signIn.browserSteps.browser')}
            value={browser}
            options={browsers.map((value) => ({
              value,
              label: t(`signIn.browserSteps.names.${value}`),
            }))}
            onValueChange={setBrowser}
          />
          <ol className="phrases list-decimal space-y-2 pl-5">
            <li>
              <p>{t(`signIn.browserSteps.certificate.${browser}`)}</p>
              {certificate === null ? (
                <p className="text-text-soft">{t('session.noCertificate')}</p>
              ) : (
                <Button className="mt-1" icon={Download} onClick={() => setExporting(true)}>
                  {t('signIn.browserSteps.saveP12')}
                </Button>
              )}
            </li>
            {ownAuthorities && (
              <li>
                <p className="mb-1">{t(`signIn.browserSteps.authority.${browser}`)}</p>
                <AuthoritiesFile systemId={system.id} />
              </li>
            )}
            <li>{t('signIn.browserSteps.then')}</li>
          </ol>
        </>
      )}
      {exporting && certificate !== null && (
        <ExportP12Dialog certificate={certificate} onClose={() => setExporting(false)} />
      )}
    </section>
  );
}
