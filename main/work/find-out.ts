import { slurmOf } from '../../common/compute/families.ts';
import { encodePart } from '../../common/texts/percent-encode.ts';
import { AppError } from '../../preload/contract/errors.ts';
import type { CallOutput, Handlers } from '../../preload/contract/index.ts';
import type { Json } from '../../preload/contract/shapes.ts';
import type { ComputeApiChoice } from '../../preload/contract/work/compute-api.ts';
import type { SystemsReader } from '../systems/list/types.ts';
import type { ComputeApis } from './apis.ts';
import { isRecord, parseBody, readText } from './operations/index.ts';
import type { Send } from './operations/types.ts';

type Tried = CallOutput<'systems.findComputeApi'>['tried'][number];

/** Finds out which compute API a system has, by requests that only read, each sent once when the user asks. */
export function createFindOut(deps: {
  readonly systems: Pick<SystemsReader, 'get'>;
  readonly apis: Pick<ComputeApis, 'sender'>;
}): { readonly calls: Pick<Handlers<'systems'>, 'findComputeApi'> } {
  return {
    calls: {
      async findComputeApi({ id }) {
        const { computeApi } = deps.systems.get(id);
        const tried: Tried[] = [];
        const send = deps.apis.sender(id, { family: 'field' });
        const read = (path: string) => tryPath(send, path, tried);
        const found =
          (await findField(read)) ??
          (await findSlurm(read)) ??
          (await findFirecrest(read)) ??
          (await findIri(read));
        const same = computeApi?.family === found?.family;
        return { found: found && same ? { ...found, ...userOf(computeApi) } : found, tried };
      },
    },
  };
}

const userOf = (choice: ComputeApiChoice | null | undefined) =>
  choice?.user === undefined ? {} : { user: choice.user };

/** Machines whose queue is asked for, at most. */
const mostQueues = 8;

type Read = (path: string) => Promise<Json>;

/** Returns null for anything but JSON with a good status. */
async function tryPath(send: Send, path: string, tried: Tried[]): Promise<Json> {
  try {
    const answer = await send({ method: 'GET', path, reads: true });
    tried.push({ path, status: answer.status, problem: null });
    return answer.status === 200 ? parseBody(answer) : null;
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    if (cause.code !== 'answer-not-json')
      tried.push({ path, status: null, problem: cause.toData() });
    return null;
  }
}

async function findField(read: Read): Promise<ComputeApiChoice | null> {
  const machines = await read('/status/');
  const records = Array.isArray(machines) ? machines.filter(isRecord) : [];
  const names = records.flatMap(({ machine }) => readText(machine) ?? []);
  // Login nodes are among them, and have no queue.
  for (const name of names.slice(0, mostQueues)) {
    const queue = await read(`/queue/${encodePart(name)}`);
    if (isRecord(queue) && 'status' in queue && 'output' in queue) return { family: 'field' };
  }
  return null;
}

async function findSlurm(read: Read): Promise<ComputeApiChoice | null> {
  const description = await read('/openapi/v3');
  const paths = isRecord(description) && isRecord(description.paths) ? description.paths : {};
  return slurmOf(Object.keys(paths));
}

async function findFirecrest(read: Read): Promise<ComputeApiChoice | null> {
  const value = await read('/status/systems');
  const systems = isRecord(value) && Array.isArray(value.systems) ? value.systems : [];
  const isOne = systems.some((system) => isRecord(system) && isRecord(system.scheduler));
  return isOne ? { family: 'firecrest' } : null;
}

/** The newer version first; who answers about the facility is asked, which everybody may. */
async function findIri(read: Read): Promise<ComputeApiChoice | null> {
  for (const version of ['v2', 'v1'] as const) {
    const facility = await read(`/api/${version}/facility`);
    if (isRecord(facility) && readText(facility.self_uri) !== null && 'site_uris' in facility) {
      return { family: 'iri', version };
    }
  }
  return null;
}
