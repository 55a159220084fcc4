import { fileURLToPath } from 'node:url';
import type { Examples, Stage } from './stage.ts';

const program = fileURLToPath(new URL('../../../support/servers/tool-server.mjs', import.meta.url));
const target = {
  ...{ kind: 'stdio' as const, command: process.execPath, arguments: [program], folder: null },
  environment: [],
};
const general = { name: 'test', systemId: null };
const file = Buffer.from(JSON.stringify({ mcpServers: { other: { command: 'other-server' } } }));

/** Of a server of tools, which is a real program. */
export function toolExamples({ call }: Stage): Examples {
  const added = async () => (await call('toolServers.add', { ...general, target })) ?? null;

  return {
    'toolServers.add': async () => ({ ...general, target }),
    async 'toolServers.edit'() {
      const one = await added();
      return one && { ...one, ...general, name: 'renamed', target };
    },
    'toolServers.remove': added,
    'toolServers.start': added,
    'toolServers.stop': added,
    'toolServers.cancelSignIn': added,
    'toolServers.signOut': added,
    'toolServers.log': added,
    async 'toolServers.prompt'() {
      const prompting = { ...target, arguments: [program, 'prompts'] };
      const one = await call('toolServers.add', { ...general, target: prompting });
      if (!one) return null;
      await call('toolServers.start', one);
      return { ...one, name: 'talk', arguments: [{ name: 'path', value: 'a.ts' }] };
    },
    'toolServers.listResources': added,
    async 'toolServers.readResource'() {
      const one = await added();
      return one && { ...one, uri: 'test://notes.txt' };
    },
    'toolServers.examineFile': async () => ({ bytes: file }),
    'toolServers.importFile': async () => ({ bytes: file, names: ['other'], systemId: null }),
  };
}
