import type { ToolServer } from '../../../../preload/contract/chat/tool-servers.ts';

/** A program that gives tools, which has not been started. */
export function toolServer(id: string, change: Partial<ToolServer> = {}): ToolServer {
  return {
    id,
    name: id,
    systemId: null,
    slug: id,
    target: {
      kind: 'stdio',
      command: '/usr/bin/npx',
      arguments: ['server-files', 'My Work'],
      folder: null,
      environment: ['TOKEN'],
    },
    state: 'idle',
    problem: null,
    retryAt: null,
    failures: 0,
    running: null,
    program: null,
    answered: null,
    signIn: null,
    leftOut: 0,
    ...change,
  };
}
