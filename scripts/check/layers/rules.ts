import { mainRules } from './main.ts';
import { rendererRules } from './renderer.ts';
import type { Rule } from './rule.ts';

const electron = ['electron', 'electron-store'];
const sockets = [
  'node:net',
  'node:tls',
  'node:http',
  'node:https',
  'node:http2',
  'node:dgram',
  'node:dns',
  'undici',
  'ws',
];
const composition = ['main/app.ts', 'main/open-app.ts', 'main/electron.ts', 'main/web.ts'];

/** Rooms that read from the desktop's sockets, and from a named pipe. */
const withOwnSockets = ['main/hosts/electron/desktop', 'main/work/ssh'];

/** The importable files of a domain: its index.ts and types.ts, and independent parts. */
const doors = [
  /^main\/(demo|[^/]+\/[^/]+)\/(index|types)\.ts$/,
  /^main\/hosts\/([^/]+\/)?[^/]+\.ts$/,
  /^main\/base\/(async|files|log|workers)\/[^/]+\.ts$/,
  /^main\/base\/storage\/(database|serve|files|folder-guard|restarting|parts\/index|rows\/index|formats\/tables|vault\/vault|vault\/index)\.ts$/,
  /^main\/base\/x509\/([^/]+|(reader|writer|server-chain)\/index)\.ts$/,
  /^main\/base\/system-file\/[^/]+\.ts$/,
  /^main\/base\/network\/refusal\/index\.ts$/,
];

function below(file: string, ...folders: readonly string[]): boolean {
  return folders.some((folder) => file.startsWith(`${folder}/`));
}

/**
 * Returns `chat/turns` for main/chat/turns/turns.ts; `hosts/web` for main/hosts/web/server.ts; undefined for
 * main/app.ts.
 */
function domainOf(file: string): string | undefined {
  return /^main\/(demo|[^/]+\/[^/]+)\//.exec(file)?.[1];
}

export const rules: readonly Rule[] = [
  {
    because:
      'only the Electron host (main/hosts/electron, main/electron.ts) and the preload script know electron',
    typesToo: true,
    forbids: (from, target) =>
      electron.includes(target) &&
      !below(from, 'main/hosts/electron') &&
      !['main/electron.ts', 'preload/index.ts'].includes(from),
  },
  {
    because:
      'sockets are opened only in main/base/network, main/hosts/web and main/demo, and those of Linux’s desktop (its buses, its display) in main/hosts/electron/desktop, and the pipe of ssh’s questions in main/work/ssh',
    typesToo: false,
    forbids: (from, target) =>
      (sockets.includes(target) || target.startsWith('undici/')) &&
      !below(from, 'main/base/network', 'main/hosts/web', 'main/demo') &&
      !(target === 'node:net' && withOwnSockets.some((room) => below(from, room))),
  },
  {
    because: 'createRequire would hide imports from these rules',
    typesToo: false,
    forbids: (_from, target, names) =>
      target === 'node:module' && !names.every((name) => name === 'isBuiltin'),
  },
  {
    because: 'the renderer knows nothing of the app but preload/contract',
    typesToo: true,
    forbids: (from, target) =>
      below(from, 'renderer') &&
      (below(target, 'main') || (below(target, 'preload') && !below(target, 'preload/contract'))),
  },
  {
    because: 'the renderer and the contract run without Node',
    typesToo: true,
    forbids: (from, target) =>
      below(from, 'renderer', 'preload/contract') && target.startsWith('node:'),
  },
  {
    because: 'common is pure code of both sides: it runs without Node and stands on nothing else',
    typesToo: true,
    forbids: (from, target) =>
      below(from, 'common') &&
      (target.startsWith('node:') || below(target, 'main', 'preload', 'renderer')),
  },
  {
    because: 'the contract stands alone: main and renderer import it, never the other way',
    typesToo: true,
    forbids: (from, target) =>
      below(from, 'preload/contract') &&
      below(target, 'main', 'renderer', 'preload') &&
      !below(target, 'preload/contract'),
  },
  {
    because: 'the preload script exposes the contract and needs nothing else',
    typesToo: true,
    forbids: (from, target) => from === 'preload/index.ts' && below(target, 'main', 'renderer'),
  },
  {
    because: 'main serves any renderer and imports none',
    typesToo: true,
    forbids: (from, target) =>
      below(from, 'main') && (below(target, 'renderer') || target === 'preload/index.ts'),
  },
  {
    because: 'the core runs in any host and imports none (design, "Ports")',
    typesToo: true,
    forbids: (from, target) =>
      below(from, 'main') &&
      below(target, 'main/hosts') &&
      !below(from, 'main/hosts') &&
      !['main/electron.ts', 'main/web.ts'].includes(from),
  },
  {
    because: 'another domain is reached through its index.ts or types.ts only',
    typesToo: true,
    forbids: (from, target) => {
      const there = domainOf(target);
      return (
        below(from, 'main') &&
        there !== undefined &&
        there !== domainOf(from) &&
        !doors.some((door) => door.test(target))
      );
    },
  },
  {
    because: 'domains are composed by main/app.ts and do not know it',
    typesToo: true,
    forbids: (from, target) =>
      domainOf(from) !== undefined && !below(from, 'main/hosts') && composition.includes(target),
  },
  ...mainRules,
  ...rendererRules,
  {
    because: 'what ships does not stand on tests or scripts',
    typesToo: true,
    forbids: (_from, target) => below(target, 'test', 'scripts'),
  },
];
