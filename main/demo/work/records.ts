import { type Planned, runsFrom, stateAt } from './schedule.ts';

/** A job in the shape of the field's Web API; numbers come as numbers, as text, or as the text `None`. */
export type JobRecord = Readonly<Record<string, string | number>>;

/** Returns the record of a job, or of a task of an array (`1394531[0]`), at a moment. */
export function toRecord(planned: Planned, now: number): JobRecord {
  const { job, end } = planned;
  const { request } = job;
  const state = stateAt(planned, now) ?? 'ACC';
  const started = runsFrom(planned);
  const hasStarted = started !== null && started <= now;
  const hasEnded = now >= end;
  const elapsed = hasStarted ? Math.round((Math.min(now, end) - started) / 1000) : 0;
  const own = job.task === null ? String(job.id) : `${job.id}[${job.task}]`;
  return {
    jid: job.id,
    jobid: own,
    subjobid: job.task === null ? 'None' : own,
    bulkno: job.task ?? 'None',
    stepno: 'None',
    name: request.name,
    user: job.user,
    timeuse: elapsed * request.nodes,
    status: state,
    queue: job.machine,
    rsc_grp: request.resourceGroup,
    group: request.group,
    elapse: formatSeconds(elapsed),
    elapse_limit: formatSeconds(request.elapseLimit),
    node_num: request.nodes,
    cpu_num: String(request.nodes * 48),
    start_time: hasStarted ? formatTime(started) : 'None',
    end_time: hasEnded ? formatTime(end) : 'None',
    job_type: job.task === null ? 'NM' : 'BU',
    end_code: endCode(planned, hasEnded),
    pjm_code: hasEnded ? { ended: '0', limit: '11', cancelled: '28' }[planned.ending] : 'None',
    accept_time: formatTime(job.accepted),
    subjob_num: 'None',
    exit_subjob_num: 'None',
    subjob_depend: 'None',
  };
}

/** Returns the record of a whole array: as far as its slowest task. */
export function toArrayRecord(tasks: readonly Planned[], now: number): JobRecord {
  const records = tasks.map((one) => toRecord(one, now));
  const order = ['RUN', 'RNA', 'RNO', 'QUE', 'ACC', 'EXT', 'CCL'];
  const rank = ({ status }: JobRecord): number => order.indexOf(String(status));
  const [leading = {}] = [...records].sort((a, b) => rank(a) - rank(b));
  const ended = records.filter(({ end_time: end }) => end !== 'None');
  const [first] = tasks;
  const starts = records
    .map(({ start_time: start }) => String(start))
    .filter((at) => at !== 'None');
  const failed = ended.find(({ end_code: code }) => code !== 0 && code !== 'None');
  return {
    ...leading,
    jobid: String(first?.job.id ?? ''),
    subjobid: 'None',
    bulkno: 'None',
    start_time: starts.sort()[0] ?? 'None',
    end_time:
      ended.length < records.length
        ? 'None'
        : (ended
            .map(({ end_time: end }) => String(end))
            .sort()
            .at(-1) ?? 'None'),
    end_code: ended.length < records.length ? 'None' : (failed?.end_code ?? 0),
    subjob_num: records.length,
    exit_subjob_num: ended.length,
  };
}

function endCode({ job, ending }: Planned, hasEnded: boolean): number | 'None' {
  if (!hasEnded) return 'None';
  return ending === 'ended' ? job.course.exitCode : 137;
}

function formatSeconds(seconds: number): string {
  const part = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${part(seconds / 3600)}:${part((seconds % 3600) / 60)}:${part(seconds % 60)}`;
}

/** A time in the time zone of this computer: the field's records carry none. */
function formatTime(ms: number): string {
  const at = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}/${two(at.getMonth() + 1)}/${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}
