import { createHash } from 'node:crypto';
import { type ApiServer, type Asked, startApiServer, type Told, uploaded } from './api-server.ts';
import { createCluster, fileSystem, NoFile, type SimulatedJob } from './cluster.ts';
import { openDescription } from './described.ts';
import { viewed } from './firecrest-view.ts';

const words = {
  waiting: 'PENDING',
  running: 'RUNNING',
  done: 'COMPLETED',
  failed: 'FAILED',
  cancelled: 'CANCELLED by 1000',
};
/** Largest file that goes straight here, bytes. */
export const firecrestStraight = 2 * 1024 * 1024;

const partSize = 1024 * 1024;

const refused = (status: number, message: string): Told => ({
  status,
  json: { errorType: 'error', message },
});
const system = {
  name: 'alps',
  ssh: { host: 'alps', port: 22 },
  scheduler: { type: 'slurm', version: '24.05' },
  probing: {},
  lastHealthCheck: null,
  fileSystems: [{ path: '/scratch', dataType: 'users', defaultWorkDir: true }],
  dataOperation: { max_ops_file_size: firecrestStraight },
};

const userInfo = {
  user: { id: '1000', name: 'user' },
  group: { id: '100', name: 'users' },
  groups: [{ id: '100', name: 'users' }],
  accounts: [
    { name: 'group', default: true },
    { name: 'other-group', default: false },
  ],
};

/** What a storage gives of a file: all of it, or from a byte on if it is still the same. */
function stored(bytes: Buffer, headers: Asked['headers']): Told {
  const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
  const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? Number.NaN);
  const own = (part: Buffer) => {
    return { etag, 'accept-ranges': 'bytes', 'content-length': String(part.length) };
  };
  const isSame = (headers['if-range'] ?? etag) === etag;
  if (!(from >= 0 && isSame)) return { status: 200, headers: own(bytes), bytes };
  const part = bytes.subarray(from);
  const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`;
  return { status: 206, headers: { ...own(part), 'content-range': range }, bytes: part };
}

/** A server in the shape of FirecREST v2 before a cluster with Slurm. */
export async function startFirecrest(): Promise<ApiServer & { readonly storage: ApiServer }> {
  const cluster = createCluster();
  /** What lies between here and there, with the parts of what is being uploaded. */
  const objects = new Map<string, { parts: Buffer[]; done: (whole: Buffer) => void }>();
  const storage = await startApiServer(({ method, url, headers, body }) => {
    const object = objects.get(url.pathname);
    if (object === undefined) return { status: 404 };
    if (method === 'GET') return stored(Buffer.concat(object.parts), headers);
    if (method === 'PUT') {
      const number = Number(url.searchParams.get('part'));
      object.parts[number - 1] = body;
      return { status: 200, headers: { etag: `"tag-${number}"` } };
    }
    const tags = [...body.toString().matchAll(/<ETag>"tag-(\d+)"<\/ETag>/g)];
    if (tags.length !== object.parts.length) return { status: 400 };
    object.done(Buffer.concat(object.parts));
    return { status: 200 };
  }, null);
  const files = fileSystem(cluster);

  const record = (job: SimulatedJob) => {
    const { phase, start, end, exitCode } = cluster.phase(job);
    const isOver = !['waiting', 'running'].includes(phase);
    const limit = /^#SBATCH --time=(\d+)$/m.exec(job.script)?.[1];
    return {
      jobId: job.id,
      name: job.name,
      status: {
        state: words[phase],
        stateReason: 'None',
        exitCode: isOver ? exitCode : 0,
        interruptSignal: 0,
      },
      time: {
        elapsed: isOver ? (end - start) / 1000 : 0,
        start: phase === 'waiting' ? null : Math.floor(start / 1000),
        end: isOver ? Math.floor(end / 1000) : null,
        suspended: 0,
        limit: limit === undefined ? null : Number(limit) * 60,
      },
      account: 'group',
      allocationNodes: 1,
      cluster: 'alps',
      group: 'users',
      nodes: 'node1',
      partition: 'normal',
      user: 'user',
      workingDirectory: '/scratch/user',
    };
  };
  const jobs = ({ method, url, body }: Asked, id: string | undefined, more: unknown): Told => {
    if (method === 'POST') {
      const { job } = JSON.parse(body.toString()) as { job: { name?: string; script: string } };
      return { status: 201, json: { jobId: cluster.submit(job.name ?? 'sbatch', job.script) } };
    }
    if (id === undefined) {
      const window = url.searchParams.get('time_window') ?? '24h';
      return { status: 200, json: { jobs: window === '1h' ? [] : cluster.jobs().map(record) } };
    }
    if (!/^[a-zA-Z0-9]+$/.test(id)) return refused(422, 'job_id does not match the pattern');
    if (method === 'DELETE') {
      return cluster.cancel(id) ? { status: 204 } : refused(404, 'Job not found');
    }
    const found = cluster.jobs(id);
    if (found.length === 0) return refused(404, 'Job not found.');
    if (more === undefined) return { status: 200, json: { jobs: found.map(record) } };
    const metadata = found.map((job) => ({
      jobId: job.id,
      standardOutput: `/scratch/user/slurm-${job.id}.out`,
      standardError: null,
    }));
    return { status: 200, json: { jobs: metadata } };
  };
  /** The work of a transfer job is done at once; the job that is followed ends later. */
  const transferJob = (status: number, name: string, work: () => void): Told => {
    let script = '';
    try {
      work();
    } catch {
      script = 'exit 1';
    }
    const jobId = cluster.submit(name, `sleep 2\n${script}`);
    const logs = { outputLog: '/scratch/user/.job.log', errorLog: '/scratch/user/.job_error.log' };
    const job = { jobId, system: 'alps', workingDirectory: '/scratch/user', logs };
    return { status, json: { transferJob: job } };
  };
  const fileRecord = (name: string, content: Buffer | null) => ({
    name,
    type: content === null ? 'd' : '-',
    linkTarget: null,
    user: 'user',
    group: 'users',
    permissions: content === null ? 'rwxr-xr-x' : 'rw-r--r--',
    lastModified: '2026-11-28T08:00:00',
    size: String(content?.byteLength ?? 4096),
  });
  const operate = async (asked: Asked, what: string): Promise<Told> => {
    const { url, body } = asked;
    const path = url.searchParams.get('path') ?? '';
    const json = what === 'ops/upload' || body.length === 0 ? {} : JSON.parse(body.toString());
    switch (what) {
      case 'ops/ls': {
        const output = files.list(path).map(({ name, content }) => fileRecord(name, content));
        return { status: 200, json: { output } };
      }
      case 'ops/stat': {
        const size = files.need(path)?.byteLength ?? 4096;
        const rest = { mode: 33188, ino: 1, dev: 1, nlink: 1, uid: 1, gid: 1 };
        const times = { atime: 1_700_000_000, ctime: 1_700_000_000, mtime: 1_700_000_000 };
        return { status: 200, json: { output: { ...rest, ...times, size } } };
      }
      case 'ops/view': {
        const [offset = 0, size = 0] = ['offset', 'size'].map((name) =>
          Number(url.searchParams.get(name)),
        );
        if (size <= 0) return refused(400, 'size must be a positive number');
        const output = viewed(files.need(path) ?? Buffer.alloc(0), offset, size);
        return { status: 200, json: { output } };
      }
      case 'ops/download':
        return { status: 200, bytes: files.need(path) ?? Buffer.alloc(0) };
      case 'ops/upload': {
        const { name, bytes } = await uploaded(asked);
        files.write(`${path}/${name}`, bytes);
        return { status: 204 };
      }
      case 'ops/mkdir':
        files.write(json.sourcePath, null);
        return { status: 201, json: { output: fileRecord('folder', null) } };
      case 'ops/rm':
        files.need(path);
        if (path.includes('slow')) {
          return refused(408, 'Remote process failed with exit status:124');
        }
        files.remove(path);
        return { status: 204 };
      case 'transfer/rm':
        return transferJob(200, 'DeleteFiles', () => files.remove(path));
      case 'transfer/upload': {
        const place = `/object-${objects.size}`;
        const at = `${storage.address}${place}`;
        const count = Math.ceil(json.transferDirectives.fileSize / partSize);
        objects.set(place, { parts: [], done: (whole) => files.write(json.sourcePath, whole) });
        const told = transferJob(201, 'IngressFileTransfer', () => undefined);
        const parts = Array.from({ length: count }, (_, index) => `${at}?part=${index + 1}`);
        const directives = {
          ...{ transferMethod: 's3', partsUploadUrls: parts, completeUploadUrl: at },
          maxPartSize: partSize,
        };
        return { ...told, json: { ...(told.json as object), transferDirectives: directives } };
      }
      case 'transfer/download': {
        const place = `/object-${objects.size}`;
        objects.set(place, {
          parts: [files.need(json.sourcePath) ?? Buffer.alloc(0)],
          done: () => undefined,
        });
        const told = transferJob(201, 'OutgressFileTransfer', () => undefined);
        const directives = { transferMethod: 's3', downloadUrl: `${storage.address}${place}` };
        return { ...told, json: { ...(told.json as object), transferDirectives: directives } };
      }
      case 'transfer/mv':
        return transferJob(201, 'MoveFiles', () => files.move(json.sourcePath, json.targetPath));
      default:
        return refused(404, 'Not Found');
    }
  };
  const server = await startApiServer(async (asked) => {
    const [, first, name, ...rest] = asked.url.pathname.split('/').map(decodeURIComponent);
    if (asked.headers.authorization !== 'Bearer good') return refused(401, 'Unauthorized');
    if (asked.url.pathname === '/status/systems') {
      return { status: 200, json: { systems: [system] } };
    }
    if (asked.url.pathname === '/status/alps/userinfo') return { status: 200, json: userInfo };
    if (name !== 'alps') return refused(404, 'System not found');
    if (first === 'compute') return jobs(asked, rest[1], rest[2]);
    try {
      return await operate(asked, rest.join('/'));
    } catch (error) {
      if (!(error instanceof NoFile)) throw error;
      return refused(404, error.message);
    }
  }, openDescription('firecrest-v2.json'));
  const { close } = server;
  return Object.assign(server, {
    storage,
    async close() {
      await close();
      await storage.close();
    },
  });
}
