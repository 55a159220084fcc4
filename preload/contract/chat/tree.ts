import * as z from 'zod';
import { refetchedResource } from '../define.ts';
import { id } from '../shapes.ts';
import { treeNode } from './conversation.ts';

const ofConversation = z.object({ conversationId: id });

/** Every message of a conversation in short form, parents before children. */
export const tree = {
  ...refetchedResource(ofConversation, z.array(treeNode), ofConversation),
};
