import * as z from 'zod';
import { parseJson } from '../../../../common/texts/json.ts';
import {
  type FoundServer,
  type StoredServer,
  toolServers,
  type WantedServer,
} from '../../../../preload/contract/chat/tool-servers.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { isTooDeep } from '../bounds.ts';
import { withoutComments } from './json-comments.ts';

const longestFile = 1024 * 1024;
const texts = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean()]).transform(String),
);
const entry = z.looseObject({
  type: z.string().optional(),
  command: z.string().optional(),
  args: z.array(z.string()).default([]),
  env: texts.default({}),
  cwd: z.string().optional(),
  url: z.string().optional(),
  serverUrl: z.string().optional(),
  headers: texts.default({}),
  disabled: z.boolean().default(false),
});
/** What is taken of a program, of a service, and whatever it is; any other field is named. */
const taken = {
  ...{ any: ['type', 'disabled'], stdio: ['command', 'args', 'env', 'cwd'] },
  http: ['url', 'serverUrl', 'headers'],
};
const mostIgnored = 20;
const longestField = 100;
const entries = z.record(z.string(), z.unknown());
/** Claude Desktop and Cursor; VS Code's own file, and in its settings. */
const file = z.looseObject({
  mcpServers: entries.optional(),
  servers: entries.optional(),
  mcp: z.looseObject({ servers: entries.optional() }).optional(),
});
/** Variables that only the other program fills in. */
const variable = /\$\{[^${}]+\}/g;

export interface ReadServer extends FoundServer {
  /** With its secrets; null if it cannot be imported. */
  readonly wanted: WantedServer | null;
}

/** Reads the servers of a file. @throws AppError `tool-servers-unreadable` */
export function readServers(bytes: Uint8Array, known: readonly StoredServer[]): ReadServer[] {
  const parsed = file.safeParse(parsedFile(bytes));
  const { mcpServers, servers, mcp } = parsed.success ? parsed.data : {};
  const named = Object.entries({ ...mcp?.servers, ...servers, ...mcpServers });
  if (named.length === 0 || named.length > 200) throw new AppError('tool-servers-unreadable');
  const keys = new Set(known.map(keyOf));
  return named.map(([name, one]) => readServer(name.slice(0, 100), one, keys));
}

function parsedFile(bytes: Uint8Array): unknown {
  if (bytes.length > longestFile) return undefined;
  try {
    const value = parseJson(withoutComments(Buffer.from(bytes).toString('utf8')));
    return isTooDeep(value) ? undefined : value;
  } catch {
    // what is no JSON names no server
    return undefined;
  }
}

const wantedShape = toolServers.add.input.shape;

function readServer(name: string, value: unknown, known: ReadonlySet<string>): ReadServer {
  const refused = (refusal: NonNullable<FoundServer['refusal']>): ReadServer => ({
    ...{ name, target: null, refusal, placeholders: [], ignored: [], disabled: false },
    wanted: null,
  });
  const read = entry.safeParse(value);
  if (!read.success) return refused('invalid');
  const { type, command, url = read.data.serverUrl } = read.data;
  if (type === 'sse') return refused('sse');
  const filled = command === undefined ? read.data.headers : read.data.env;
  const values = Object.entries(filled).map(([key, said]) => ({
    name: key,
    // a value with a gap is none
    value: said.replace(variable, '') === said ? said : null,
  }));
  const target =
    command !== undefined
      ? {
          kind: 'stdio' as const,
          ...{ command, arguments: read.data.args, folder: read.data.cwd ?? null },
          environment: values,
        }
      : url !== undefined
        ? { kind: 'http' as const, url, certificate: false, headers: values }
        : null;
  if (target === null) return refused('kind');
  const wanted = wantedShape.target.safeParse(target);
  if (!wanted.success || !wantedShape.name.safeParse(name).success) return refused('invalid');
  const stored = withoutValues(wanted.data);
  const refusal = known.has(keyOf(stored)) ? 'known' : null;
  const placeholders = [...new Set(JSON.stringify(value).match(variable) ?? [])].slice(0, 50);
  return {
    ...{ name, target: stored, refusal, placeholders },
    ignored: ignoredOf(read.data, stored.kind),
    disabled: read.data.disabled,
    wanted: refusal === null ? wanted.data : null,
  };
}

/** Returns the names of the fields that say something and are not taken. */
function ignoredOf(fields: z.output<typeof entry>, kind: StoredServer['kind']): string[] {
  const known = new Set([...taken.any, ...taken[kind]]);
  return Object.entries(fields)
    .filter(([name, value]) => !known.has(name) && !isEmpty(value))
    .map(([name]) => name.slice(0, longestField))
    .slice(0, mostIgnored);
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Returns a target without its secrets. */
export function withoutValues(wanted: WantedServer): StoredServer {
  if (wanted.kind === 'stdio') {
    return { ...wanted, environment: wanted.environment.map(({ name }) => name) };
  }
  const { headers, clientSecret, ...rest } = wanted;
  return {
    ...{ ...rest, headers: headers.map(({ name }) => name) },
    ...(clientSecret !== undefined && { clientSecret: true as const }),
  };
}

function keyOf(target: StoredServer): string {
  return target.kind === 'http'
    ? target.url
    : JSON.stringify([target.command, target.arguments, target.folder]);
}
