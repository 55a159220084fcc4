import type { JobDetail, JobRow, JobsState } from '../../../../preload/contract/work/jobs.ts';

/** A job as main tells it; only what matters to a test is given. */
export function job(id: string, change: Partial<JobRow> = {}): JobRow {
  return {
    key: `cpu-main/${id}`,
    id,
    machine: 'cpu-main',
    name: `job-${id}`,
    user: 'demo',
    state: 'waiting',
    stateText: 'QUE',
    reason: null,
    queue: 'small',
    project: 'demo-project',
    nodes: 1,
    cpus: null,
    limitSeconds: null,
    elapsedSeconds: null,
    submittedAt: Date.now() - 60_000,
    startedAt: null,
    endedAt: null,
    endBetween: null,
    exitCode: null,
    signal: null,
    own: true,
    tasks: null,
    followed: true,
    unseen: false,
    toldAt: Date.now(),
    ...change,
  };
}

export function detail(row: JobRow, change: Partial<JobDetail> = {}): JobDetail {
  return {
    ...row,
    jobTasks: [],
    moreTasks: 0,
    used: null,
    folder: null,
    outputPath: null,
    errorPath: null,
    comment: null,
    script: null,
    wishes: { start: false, end: true },
    seen: [],
    record: { jobid: row.id },
    problem: null,
    ...change,
  } as JobDetail;
}

export function jobsState(jobs: JobRow[], change: Partial<JobsState> = {}): JobsState {
  return {
    systemId: 'alpha',
    family: 'field',
    historyMs: 86_400_000,
    findsMarker: false,
    readsOutput: true,
    locked: false,
    ownUnknown: false,
    machines: [
      {
        name: 'cpu-main',
        answeredAt: Date.now() - 5000,
        endedAnsweredAt: Date.now() - 5000,
        checking: false,
        problem: null,
        leftOut: 0,
        queues: ['small'],
        projects: ['demo-project'],
      },
    ],
    machinesKnown: true,
    problem: null,
    jobs,
    unseen: jobs.filter(({ unseen }) => unseen).length,
    submissions: [],
    ...change,
  };
}
