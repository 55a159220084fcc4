import { useState } from 'react';
import type { JobDetail, JobRow } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { Facts, FoldButton, LongText, Mono } from '../../../../ui/index.ts';
import { useAboutProject, useProjects } from '../projects.ts';

/** What is known of it, and the record as it came. */
export function JobFacts(props: {
  readonly systemId: string;
  readonly job: JobRow;
  readonly detail: JobDetail | null;
}) {
  const { systemId, job, detail } = props;
  const t = useT();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const aboutProject = useAboutProject();
  const { machine, own, project } = job;
  // others' projects are not the user's: the API tells nothing of them
  const projects = useProjects(own && project !== null ? { systemId, machine } : null);
  const charged = projects.value?.find(({ name }) => name === project);
  const fact = (label: string, value: string | null | undefined, mono = false) =>
    value === null || value === undefined || value === ''
      ? []
      : [{ label, value: mono ? <Mono>{value}</Mono> : value }];
  const number = (value: number | null) => (value === null ? null : format.number(value));
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="text-small font-semibold text-text-soft">{t('jobs.facts.title')}</h3>
      <Facts
        items={[
          ...fact(t('jobs.columns.user'), job.user),
          ...fact(t('jobs.fields.project'), charged && aboutProject(charged)),
          ...fact(t('jobs.columns.nodes'), number(job.nodes)),
          ...fact(t('jobs.facts.cpus'), number(job.cpus)),
          ...fact(t('jobs.facts.exitCode'), number(job.exitCode)),
          ...fact(t('jobs.facts.state'), job.stateText, true),
          ...fact(t('jobs.facts.reason'), job.reason),
          ...fact(t('jobs.facts.folder'), detail?.folder, true),
          ...fact(t('jobs.facts.comment'), detail?.comment),
        ]}
      />
      {detail && (
        <div>
          <FoldButton open={open} onFold={setOpen}>
            {t('jobs.facts.record')}
          </FoldButton>
          {open && (
            <div className="mt-1 max-h-80 overflow-auto rounded-control border border-line bg-sunken p-2 font-mono text-small">
              <LongText text={JSON.stringify(detail.record, null, 2)} />
            </div>
          )}
        </div>
      )}
    </section>
  );
}
