import { Plus } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import type { Certificate } from '../../../../preload/contract/systems/certificates.ts';
import { isCertificateHalf } from '../../../../preload/contract/systems/own-files.ts';
import { useT } from '../../../i18n/index.ts';
import { useFollowed, useRoute, useStores, useSystem } from '../../../kit/index.ts';
import { useOffer } from '../../../kit/useCommand.ts';
import { useMedia } from '../../../kit/useNarrow.ts';
import {
  Button,
  cx,
  DropHint,
  DropZone,
  ErrorBar,
  ScreenTitle,
  useDrop,
  useNow,
} from '../../../ui/index.ts';
import { CertificateCard } from './CertificateCard.tsx';
import type { CertificateAction } from './facts/actions.ts';
import { byNeed, sideBySide } from './facts/order.ts';
import { certificateFiles } from './import/accepted.ts';
import { ImportCertificate } from './import/ImportCertificate.tsx';
import { useFilePicker } from './import/useFilePicker.tsx';
import { useUse } from './import/useImport.ts';
import { LinkedCard } from './LinkedCard.tsx';
import { type CurrentAction, OpenDialog } from './OpenDialog.tsx';

interface Importing {
  /** One file, or two that belong together. */
  readonly files: readonly File[];
  readonly replaces: Certificate | null;
}

/** Imported certificates, and their import: by button, or by dropping files anywhere on the screen. */
export default function CertificatesScreen() {
  const t = useT();
  const { certificates, openedFiles } = useStores();
  const system = useSystem();
  const place = useRoute();
  const { value, problem } = useFollowed(() => certificates);
  const { use, followImport, problem: useProblem, forget } = useUse();
  const [open, setOpen] = useState<CurrentAction | null>(null);
  const [importing, setImporting] = useState<Importing | null>(null);
  const replaced = useRef<Certificate | null>(null);
  const picker = useFilePicker(certificateFiles, (files) =>
    setImporting({ files, replaces: replaced.current }),
  );
  const { over, drop } = useDrop('Files', ({ files }, taken) => {
    if (!taken && files.length > 0) openedFiles.add([...files]);
  });
  const now = useNow(60_000);
  const isWide = useMedia('(min-width: 100rem)');
  const list = byNeed(value?.certificates ?? [], now);
  const isOpen = ({ id }: Certificate) =>
    list.length === 1 ||
    id === system?.certificateId ||
    (place.screen === 'certificates' && place.certificateId === id);
  const stacks = isWide ? sideBySide(list, ({ id }) => id === system?.certificateId) : [list];

  const { choose } = picker;
  const begin = useCallback(
    (replaces: Certificate | null) => {
      replaced.current = replaces;
      choose();
    },
    [choose],
  );
  useOffer('import-certificate', () => begin(null));

  const act = (certificate: Certificate, action: CertificateAction) => {
    if (action === 'replace') begin(certificate);
    else if (action !== 'use') setOpen({ kind: action, certificate });
    else if (system) void use(certificate, system.id, system.name);
  };

  return (
    <div className="relative flex h-full flex-col" {...drop}>
      <div className={cx('flex min-h-0 flex-1 flex-col', list.length === 1 && 'max-w-282')}>
        <ScreenTitle
          title={t('frame.screens.certificates')}
          action={
            list.length > 0 && (
              <Button variant="primary" icon={Plus} onClick={() => begin(null)}>
                {t('certificates.import.action')}
              </Button>
            )
          }
        />
        {picker.input}
        <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-6 pb-6">
          {problem && <ErrorBar error={problem} onRetry={() => void certificates.retake()} />}
          {useProblem && <ErrorBar error={useProblem} onDismiss={forget} />}
          {value && list.length === 0 && (
            <div className="min-h-0 flex-1">
              <DropZone
                form="screen"
                label={t('certificates.drop.label')}
                hint={t('certificates.drop.hint')}
                accept={certificateFiles}
                chooseLabel={t('certificates.drop.choose')}
                multiple
                onFiles={(files) => {
                  // chosen here on purpose: halves are one import, which reports if there are too many
                  const isHalves = files.every(({ name }) => isCertificateHalf(name));
                  if (isHalves) setImporting({ files, replaces: null });
                  else openedFiles.add(files);
                }}
              />
            </div>
          )}
          <div
            className={cx('grid items-start gap-3', isWide && stacks.length > 1 && 'grid-cols-2')}
          >
            {stacks.map((stack, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a stack is its place; its cards have keys of their own
              <div key={at} className="grid max-w-270 min-w-0 gap-3">
                {stack.map((certificate) => (
                  <LinkedCard
                    key={certificate.id}
                    certificateId={certificate.id}
                    name={certificate.name}
                  >
                    <CertificateCard
                      certificate={certificate}
                      openAtFirst={isOpen(certificate)}
                      onAction={(action) => act(certificate, action)}
                    />
                  </LinkedCard>
                ))}
              </div>
            ))}
          </div>
        </div>
      </div>
      {over && list.length > 0 && <DropHint>{t('common.drop.release')}</DropHint>}
      {importing && (
        <ImportCertificate
          key={importing.files.map(({ name, lastModified }) => name + lastModified).join()}
          files={importing.files}
          replaces={importing.replaces}
          onKept={(certificate) => {
            setImporting(null);
            followImport(certificate);
          }}
          onClose={() => setImporting(null)}
        />
      )}
      {open && <OpenDialog {...open} onClose={() => setOpen(null)} />}
    </div>
  );
}
