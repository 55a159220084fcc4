import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import { useT } from '../../../../i18n/index.ts';
import { Button, DropZone } from '../../../../ui/index.ts';
import { certificateFiles } from './accepted.ts';
import { ImportFrame } from './ImportFrame.tsx';
import { ReadProblem } from './ReadProblem.tsx';

interface OtherHalfProps {
  readonly fileNames: string;
  /** `certificate-no-key` or `certificate-no-certificate`. */
  readonly problem: AppErrorData;
  readonly onAdd: (file: File) => void;
  readonly onClose: () => void;
}

/** Asks for the other file, if a file has only the key or only the certificate. */
export function OtherHalf({ fileNames, problem, onAdd, onClose }: OtherHalfProps) {
  const t = useT();
  const missing = problem.code === 'certificate-no-key' ? 'key' : 'certificate';
  return (
    <ImportFrame
      onClose={onClose}
      title={t('certificates.import.title')}
      description={fileNames}
      footer={<Button onClick={onClose}>{t('common.cancel')}</Button>}
    >
      <div className="flex flex-col gap-4">
        <ReadProblem problem={problem} fileName={fileNames} />
        <DropZone
          label={t(`certificates.half.${missing}`)}
          hint={t('certificates.half.hint')}
          accept={certificateFiles}
          onFiles={([file]) => file && onAdd(file)}
        />
      </div>
    </ImportFrame>
  );
}
