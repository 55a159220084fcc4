import type { Folder } from '../../../../../preload/contract/chat/conversation.ts';
import { useResource } from '../../../../kit/useResource.ts';

const none: readonly Folder[] = [];

/** Returns the folders of a system; none while unknown. */
export function useFolders(systemId: string): readonly Folder[] {
  return useResource('folders', { systemId }).value?.folders ?? none;
}
