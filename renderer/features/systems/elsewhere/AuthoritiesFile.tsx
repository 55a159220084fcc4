import { Download } from 'lucide-react';
import { useT } from '../../../i18n/index.ts';
import { useClient } from '../../../kit/index.ts';
import { download } from '../../../kit/saveFile.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { Button, ErrorBar } from '../../../ui/index.ts';
import { authoritiesFile } from './authorities.ts';

/** Saves the file named in snippets for other programs, for a system with authorities of its own. */
export function AuthoritiesFile({ systemId }: { readonly systemId: string }) {
  const t = useT();
  const client = useClient();
  const { busy, problem, attempt } = useProblem();
  const save = () =>
    attempt(async () => {
      const saved = await client.call('genai.exportAuthorities', { systemId });
      if (saved.kind === 'download') download(saved);
    });
  return (
    <div className="space-y-1.5">
      {problem && <ErrorBar error={problem} />}
      <p className="phrases text-small text-text-soft">
        {t('elsewhere.authoritiesText', { file: authoritiesFile })}
      </p>
      <Button icon={Download} busy={busy} onClick={() => void save()}>
        {t('elsewhere.saveAuthorities', { file: authoritiesFile })}
      </Button>
    </div>
  );
}
