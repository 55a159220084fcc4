import { useEffect, useRef, useState } from 'react';
import { ignoring } from '../../../../../common/ignoring.ts';
import type { KeptJobDraft } from '../../../../../preload/contract/work/jobs.ts';
import { useStores } from '../../../../kit/index.ts';
import { useLoaded } from '../../../../kit/loading/useLoaded.ts';
import { variablesOf } from './directives.ts';
import { emptyForm, type SubmitForm } from './form.ts';

/** Pause in writing after which the draft is kept, ms. */
const pause = 600;
/** Variables that are kept, at most. */
const mostVariables = 200;

/**
 * Returns the form to begin with: as it was left, in this window or before it; null until that is known.
 * @param isNew it begins with something else
 */
export function useLastDraft(systemId: string, isNew: boolean): SubmitForm | null {
  const { client, jobDrafts } = useStores();
  const [here] = useState(() => (isNew ? emptyForm : (jobDrafts.get(systemId) ?? null)));
  const kept = useLoaded(here === null ? systemId : null, async () =>
    formOf(await client.call('jobs.draft', { systemId })),
  );
  return here ?? kept.value ?? (kept.problem === null ? null : emptyForm);
}

const formOf = (draft: KeptJobDraft | null): SubmitForm =>
  draft === null
    ? emptyForm
    : {
        ...draft,
        variables: Object.fromEntries(draft.variables.map((one) => [one.name, one.value])),
      };

const draftOf = (form: SubmitForm): KeptJobDraft => ({
  ...form,
  variables: variablesOf(form.script)
    .slice(0, mostVariables)
    .map((name) => ({ name, value: form.variables[name] ?? '' })),
});

/**
 * Keeps what is written while other screens are open and over a restart; without a script nothing is kept.
 * @param form null: it was sent; undefined: the form is not what the user writes
 */
export function useKeptDraft(systemId: string, form: SubmitForm | null | undefined): void {
  const { client, jobDrafts } = useStores();
  const last = useRef(form);
  const waiting = useRef<{ readonly timer: ReturnType<typeof setTimeout>; now(): void }>(null);
  useEffect(() => {
    if (form === undefined || form === last.current) return;
    last.current = form;
    clearTimeout(waiting.current?.timer);
    const draft = form === null || form.script.trim() === '' ? null : form;
    if (draft === null) jobDrafts.delete(systemId);
    else jobDrafts.set(systemId, draft);
    const now = () => {
      waiting.current = null;
      const kept = { systemId, draft: draft && draftOf(draft) };
      void ignoring('it is still on the screen', client.call('jobs.keepDraft', kept));
    };
    if (draft === null) now();
    else waiting.current = { timer: setTimeout(now, pause), now };
  }, [form, client, jobDrafts, systemId]);
  useEffect(() => {
    const flush = () => {
      clearTimeout(waiting.current?.timer);
      waiting.current?.now();
    };
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, []);
}
