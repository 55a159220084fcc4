import { type ApiServer, type Asked, startApiServer, type Told, uploaded } from './api-server.ts';
import { createCluster, fileSystem, NoFile, type SimulatedJob } from './cluster.ts';
import { openDescription } from './described.ts';

const words = {
  waiting: 'queued',
  running: 'active',
  done: 'completed',
  failed: 'failed',
  cancelled: 'canceled',
};
const largest = 5_242_880;

interface Spec {
  readonly name?: string;
  readonly arguments?: readonly string[];
}
interface Task {
  status: string;
  result: { output: unknown } | null;
  left: number;
}

const access = { read: true, write: true, execute: true };
const places = [
  { logical_name: 'scratch', path: '/scratch', access },
  { logical_name: 'home', path: '/scratch/user/', access },
];

/** The projects of the user, or the allocations of one. */
function account(base: string, version: 'v1' | 'v2', [, id]: readonly string[]): Told {
  const at = `${base}/account/projects/m1`;
  const entry = { allocation: 100_000, usage: 52_342.5 };
  const unit = version === 'v1' ? 'node_hours' : 'urn:doe-iri:allocation:compute:node-hours';
  const allocation = {
    id: 'a1',
    project_uri: at,
    capability_uri: `${base}/account/capabilities/c`,
  };
  if (id === 'm1') {
    return { status: 200, json: [{ ...allocation, entries: [{ ...entry, unit }] }] };
  }
  const about = { name: 'Climate', description: '', user_ids: ['user'], self_uri: at };
  return { status: 200, json: [{ id: 'm1', ...about, last_modified: '2026-11-28T00:00:00Z' }] };
}

/** A server in the shape of the IRI Facility API, v1 or v2. */
export async function startIri(version: 'v1' | 'v2', keepsKeys = true): Promise<ApiServer> {
  const cluster = createCluster();
  const files = fileSystem(cluster);
  const specs = new Map<string, Spec>();
  const keys = new Map<string, string>();
  const tasks = new Map<string, Task>();
  const base = `/api/${version}`;

  const problem = (status: number, detail: string): Told => ({
    status,
    json: { type: 'about:blank', status, title: 'Problem', detail, instance: base },
  });
  const resource = (id: string, name: string) => ({
    id,
    name,
    last_modified: '2026-11-28T00:00:00Z',
    resource_type: version === 'v1' ? 'compute' : 'urn:doe-iri:resource:compute',
    self_uri: `${base}/status/resources/${id}`,
    site_uri: `${base}/facility/sites/1`,
    capability_uris: [],
  });
  const jobRecord = (job: SimulatedJob) => {
    const { phase, start, end, exitCode } = cluster.phase(job);
    const isOver = !['waiting', 'running'].includes(phase);
    const since = phase === 'waiting' ? job.at : isOver ? end : start;
    return {
      id: job.id,
      status: {
        state: words[phase],
        time: since / 1000,
        message: null,
        exit_code: isOver ? exitCode : null,
      },
      job_spec: specs.get(job.id) ?? null,
    };
  };
  const submit = ({ headers, body }: Asked): Told => {
    const key = headers['idempotency-key']?.toString();
    if (key !== undefined && !keepsKeys) return problem(501, 'There is no store for keys.');
    const before = key === undefined ? undefined : keys.get(key);
    const spec = JSON.parse(body.toString()) as Spec;
    const id = before ?? cluster.submit(spec.name ?? 'job', spec.arguments?.at(-1) ?? '');
    specs.set(id, spec);
    if (key !== undefined) keys.set(key, id);
    return { status: 200, json: { id, status: { state: 'new' } } };
  };
  const compute = (asked: Asked, [what, , id]: readonly string[]): Told => {
    if (what === 'resources') return { status: 200, json: [resource('r-1', 'perlmutter')] };
    if (what === 'job') return submit(asked);
    if (what === 'cancel') {
      return cluster.cancel(id ?? '') ? { status: 204 } : problem(404, 'Job not found');
    }
    if (id !== undefined) {
      const [job] = cluster.jobs(id);
      return job === undefined
        ? problem(404, 'Job not found')
        : { status: 200, json: jobRecord(job) };
    }
    const number = (name: string, usual: number) =>
      Number(asked.url.searchParams.get(name) ?? usual);
    const historical = asked.url.searchParams.get('historical') === 'true';
    const listed = cluster
      .jobs()
      .map(jobRecord)
      .filter(({ status }) => historical || ['queued', 'active'].includes(status.state));
    const from = number('offset', 0);
    return { status: 200, json: listed.slice(from, from + number('limit', 100)) };
  };
  const fileRecord = (name: string, content: Buffer | null) => ({
    name,
    type: content === null ? 'd' : '-',
    user: 'user',
    group: 'users',
    permissions: content === null ? 'rwxr-xr-x' : 'rw-r--r--',
    last_modified: '2026-11-28T08:00:00',
    size: String(content?.byteLength ?? 4096),
  });
  const operate = async (asked: Asked, what: string | undefined): Promise<unknown> => {
    const query = Object.fromEntries(asked.url.searchParams);
    const isForm = what === 'upload' || asked.body.length === 0;
    const { path, target_path: target } = (
      isForm ? query : { ...query, ...JSON.parse(asked.body.toString()) }
    ) as { path: string; target_path: string };
    switch (what) {
      case 'ls':
        return files.list(path).map(({ name, content }) => fileRecord(name, content));
      case 'download': {
        const content = files.need(path) ?? Buffer.alloc(0);
        if (content.byteLength > largest) throw new NoFile('File to download is too large.');
        return content.toString('base64');
      }
      case 'upload':
        files.write(path, (await uploaded(asked)).bytes);
        return 'written';
      case 'mkdir':
        files.write(path, null);
        return fileRecord('folder', null);
      case 'rm':
        files.remove(path);
        return 'removed';
      default:
        files.move(path, target);
        return fileRecord('moved', null);
    }
  };
  const startTask = async (asked: Asked, what: string | undefined): Promise<Told> => {
    const id = `task-${tasks.size}`;
    const task: Task = { status: 'completed', result: null, left: 2 };
    try {
      task.result = { output: await operate(asked, what) };
    } catch (error) {
      if (!(error instanceof NoFile)) throw error;
      Object.assign(task, { status: 'failed', result: { output: `Error: ${error.message}` } });
    }
    tasks.set(id, task);
    const status = ['mkdir', 'mv'].includes(what ?? '') ? 201 : 200;
    // Its address leads elsewhere: whoever follows it leaves the server.
    return { status, json: { task_id: id, task_uri: 'http://127.0.0.1:1/elsewhere' } };
  };
  const showTask = ({ method }: Asked, id: string | undefined): Told => {
    const task = tasks.get(id ?? '');
    if (id === undefined) return { status: 200, json: [] };
    if (task === undefined) return problem(404, 'No such task');
    if (method === 'DELETE') {
      tasks.delete(id);
      return { status: 200, json: 'deleted' };
    }
    task.left -= 1;
    if (task.left > 0) return { status: 200, json: { id, status: 'active' } };
    return { status: 200, json: { id, status: task.status, result: task.result } };
  };
  return startApiServer(
    async (asked) => {
      const [room, ...rest] = asked.url.pathname
        .slice(base.length + 1)
        .split('/')
        .map(decodeURIComponent);
      if (!asked.url.pathname.startsWith(`${base}/`)) return problem(404, 'Not Found');
      if (room === 'facility') {
        const facility = { id: '1', last_modified: '2026-11-28T00:00:00Z' };
        return { status: 200, json: { ...facility, self_uri: `${base}/facility`, site_uris: [] } };
      }
      if (asked.headers.authorization !== 'Bearer good') return problem(401, 'Unauthorized');
      if (room === 'task') return showTask(asked, rest[0]);
      if (room === 'compute') return compute(asked, rest);
      if (room === 'account') return account(base, version, rest);
      if (room === 'storage' && version === 'v2') return { status: 200, json: places };
      if (rest[0] === 'resources') return { status: 200, json: [resource('f-1', 'homes')] };
      return startTask(asked, rest[0]);
    },
    openDescription(`iri-facility-${version}.yaml`),
  );
}
