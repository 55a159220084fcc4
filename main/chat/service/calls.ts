import type { Handlers } from '../../../preload/contract/index.ts';
import type { Files } from '../../base/host.ts';
import type { GenaiOperations } from './operations.ts';

/** Maps the contract's calls to operations. */
export function genaiCalls(genai: GenaiOperations, files: Files): Handlers<'genai'> {
  return {
    snapshot: async ({ systemId }) => genai.snapshot(systemId),
    refreshModels: async ({ systemId }) => genai.refreshModels(systemId),
    addKey: ({ systemId, name, key }) => genai.addKey(systemId, name, key),
    testKey: ({ systemId, key }) => genai.testKey(systemId, key),
    replaceKey: ({ id, key }) => genai.replaceKey(id, key),
    renameKey: ({ id, name }) => genai.renameKey(id, name),
    environmentKey: async () => genai.environmentKey(),
    importEnvironmentKey: ({ systemId, name }) => genai.importEnvironmentKey(systemId, name),
    demoKey: async ({ systemId }) => ({ key: await genai.demoKey(systemId) }),
    selectKey: ({ id }) => genai.selectKey(id),
    removeKey: ({ id }) => genai.removeKey(id),
    setPortal: ({ systemId, ...portal }) => genai.setPortal(systemId, portal),
    exportAuthorities: async ({ systemId }, sender) =>
      files.save(genai.exportedAuthorities(systemId), sender),
  };
}

export function usageCalls(
  genai: Pick<GenaiOperations, 'usage' | 'exportedUsage'>,
  files: Files,
): Handlers<'usage'> {
  return {
    snapshot: ({ systemId, from, to }) => genai.usage(systemId, from, to),
    exportFile: async ({ systemId, from, to }, sender) =>
      files.save(await genai.exportedUsage(systemId, from, to), sender),
  };
}
