import type {
  StoredServer,
  WantedServer,
} from '../../../../../preload/contract/chat/tool-servers.ts';

/** A command as it would be typed, with quotes where an argument has blanks. */
export function commandLine(target: Extract<StoredServer, { kind: 'stdio' }>): string {
  return [target.command, ...target.arguments]
    .map((part) => (/^[^\s"']+$/.test(part) ? part : JSON.stringify(part)))
    .join(' ');
}

/** Where a server is: its command or its address. */
export function whereOf(target: StoredServer): string {
  return target.kind === 'stdio' ? commandLine(target) : target.url;
}

/** The kind of a server with the short name of its program, for a list. */
export function shortWhere(target: StoredServer): string {
  if (target.kind === 'http') return target.url;
  return `stdio · ${target.command.split(/[\\/]/).at(-1) ?? target.command}`;
}

/** A name with a secret value; null: the stored one. */
export interface SecretRow {
  readonly key: number;
  readonly name: string;
  readonly value: string | null;
}

/** A server as it is typed. */
export interface ServerDraft {
  readonly kind: StoredServer['kind'];
  readonly name: string;
  readonly systemId: string | null;
  readonly command: string;
  /** One a line. */
  readonly arguments: string;
  readonly folder: string;
  readonly url: string;
  readonly certificate: boolean;
  readonly clientId: string;
  /** Null: the stored one. */
  readonly clientSecret: string | null;
  readonly secrets: readonly SecretRow[];
}

export const emptyDraft: ServerDraft = {
  kind: 'stdio',
  name: '',
  systemId: null,
  command: '',
  arguments: '',
  folder: '',
  url: '',
  certificate: false,
  clientId: '',
  clientSecret: '',
  secrets: [],
};

/** The draft that edits a server: its secrets stay as they are. */
export function draftOf(server: {
  readonly name: string;
  readonly systemId: string | null;
  readonly target: StoredServer;
}): ServerDraft {
  const { name, systemId, target } = server;
  const stored = target.kind === 'stdio' ? target.environment : target.headers;
  const secrets = stored.map((one, key) => ({ key, name: one, value: null }));
  const draft = { ...emptyDraft, kind: target.kind, name, systemId, secrets };
  return target.kind === 'stdio'
    ? {
        ...draft,
        command: target.command,
        arguments: target.arguments.join('\n'),
        folder: target.folder ?? '',
      }
    : {
        ...draft,
        url: target.url,
        certificate: target.certificate,
        clientId: target.clientId ?? '',
        clientSecret: target.clientSecret ? null : '',
      };
}

/** Splits a pasted command line at its blanks; quotes keep blanks together. */
export function splitCommand(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|[^\s"']+/g)].map(
    ([whole, double, single]) => double ?? single ?? whole,
  );
}

/** The client that the user registered; without its ID a secret is of nobody. */
function clientOf({ clientId, clientSecret }: ServerDraft) {
  const id = clientId.trim();
  if (id === '') return {};
  return { clientId: id, ...(clientSecret !== '' && { clientSecret }) };
}

/** What is typed as the contract takes it; null while something is missing. */
export function wantedOf(draft: ServerDraft): WantedServer | null {
  const named = draft.secrets
    .filter(({ name, value }) => name !== '' || (value !== null && value !== ''))
    .map(({ name, value }) => ({ name: name.trim(), value }));
  if (draft.name.trim() === '' || named.some(({ name }) => name === '')) return null;
  if (draft.kind === 'http') {
    if (!URL.canParse(draft.url) || !/^https?:/i.test(draft.url)) return null;
    return {
      kind: 'http',
      url: draft.url.trim(),
      certificate: draft.certificate && draft.systemId !== null,
      headers: named,
      ...clientOf(draft),
    };
  }
  if (draft.command.trim() === '') return null;
  return {
    kind: 'stdio',
    command: draft.command.trim(),
    arguments: draft.arguments === '' ? [] : draft.arguments.split('\n'),
    folder: draft.folder.trim() === '' ? null : draft.folder.trim(),
    environment: named,
  };
}
