import type { Project, Send } from '../types.ts';
import {
  isRecord,
  type JsonRecord,
  jsonOf,
  pathPart,
  readNumber,
  readText,
  wrongShape,
} from '../values.ts';
import type { IriVersion } from './types.ts';

/** Projects whose allocations are asked for: each is a request. */
const mostAsked = 20;

/** Returns the user's projects at the facility, with what is left to them. */
export async function readProjects(send: Send, version: IriVersion): Promise<Project[]> {
  const listAt = async (more: string): Promise<JsonRecord[]> => {
    const path = `/api/${version}/account/projects${more}`;
    const answer = await send({ method: 'GET', path, reads: true });
    const value = jsonOf(answer);
    if (!Array.isArray(value)) throw wrongShape(answer, typeof value);
    return value.filter(isRecord);
  };
  const projects: Project[] = [];
  for (const record of await listAt('')) {
    const name = readText(record.id);
    if (name === null) continue;
    const isAsked = projects.length < mostAsked;
    const granted = isAsked ? await listAt(`/${pathPart(name)}/project_allocations`) : [];
    projects.push({ name, title: readText(record.name), allocations: granted.flatMap(entriesIn) });
  }
  return projects;
}

function entriesIn({ entries }: JsonRecord): Project['allocations'][number][] {
  const all = Array.isArray(entries) ? entries.filter(isRecord) : [];
  return all.flatMap((entry) => {
    const granted = readNumber(entry.allocation);
    const used = readNumber(entry.usage);
    // `node_hours` of v1, `urn:doe-iri:allocation:compute:node-hours` of v2
    const unit = (readText(entry.unit)?.split(':').at(-1) ?? '').replaceAll('_', '-');
    return granted === null || used === null ? [] : [{ granted, used, unit }];
  });
}
