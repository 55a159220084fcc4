import { useT } from '../../../i18n/index.ts';
import { LateTexts } from '../../../i18n/late.tsx';
import { useRoute, useStores, useSystem } from '../../../kit/index.ts';
import { Button, EmptyState, onDemand, ScreenTitle } from '../../../ui/index.ts';
import { JobsList } from './list/JobsList.tsx';
import { useJobs } from './useJobs.ts';

const SubmitPage = onDemand(() => import('./submit/SubmitPage.tsx'));

/** Addresses of the screen that are no job: `#/jobs/new`, and `new:<id>` to submit something again. */
const newJob = /^new(?::(.+))?$/;
/** The queue of one machine: `#/jobs/on:<machine>`. */
const onMachine = /^on:(.+)$/;

/** Answers "What became of my jobs?", and submits new ones. */
export default function JobsScreen() {
  return (
    <LateTexts>
      <Jobs />
    </LateTexts>
  );
}

function Jobs() {
  const t = useT();
  const system = useSystem();
  const place = useRoute();
  const { route } = useStores();
  const item = place.screen === 'jobs' ? (place.job ?? null) : null;
  const hasJobs = system?.computeApi != null;
  const { value: state, problem } = useJobs(hasJobs ? system.id : null);
  const again = newJob.exec(item ?? '')?.[1] ?? null;
  const machine = onMachine.exec(item ?? '')?.[1] ?? '';
  if (system === null) return null;
  if (!hasJobs) {
    return (
      <div className="flex h-full flex-col">
        <ScreenTitle title={t('frame.screens.jobs')} />
        <EmptyState
          title={t('jobs.absent.title', { name: system.name })}
          action={
            <Button onClick={() => route.go({ screen: 'systems', systemId: system.id })}>
              {t('frame.system.edit', { name: system.name })}
            </Button>
          }
        >
          {t('jobs.absent.text')}
        </EmptyState>
      </div>
    );
  }
  if (item !== null && newJob.test(item)) {
    return <SubmitPage key={`${system.id} ${again}`} system={system} state={state} again={again} />;
  }
  return (
    <JobsList
      system={system}
      state={state}
      callProblem={problem}
      openKey={machine === '' ? item : null}
      machine={machine}
    />
  );
}
