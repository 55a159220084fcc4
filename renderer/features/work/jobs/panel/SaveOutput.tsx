import { Download } from 'lucide-react';
import { useT } from '../../../../i18n/index.ts';
import { useClient } from '../../../../kit/index.ts';
import { download } from '../../../../kit/saveFile.ts';
import type { Attempt } from '../../../../kit/useProblem.ts';
import { IconButton } from '../../../../ui/index.ts';

interface SaveOutputProps {
  readonly systemId: string;
  readonly machine: string;
  readonly path: string;
  readonly attempt: Attempt;
}

/** Saves an output file, all of it, where the user says. */
export function SaveOutput({ systemId, machine, path, attempt }: SaveOutputProps) {
  const t = useT();
  const client = useClient();
  const save = () =>
    void attempt(async () => {
      const saved = await client.call('files.save', { systemId, machine, path });
      if (saved.kind === 'download') download(saved);
    });
  return <IconButton icon={Download} label={t('jobs.output.save')} onClick={save} />;
}
