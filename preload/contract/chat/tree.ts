import * as z from 'zod';
import { retakenResource } from '../define.ts';
import { id } from '../shapes.ts';
import { treeNode } from './conversation.ts';

const ofConversation = z.object({ conversationId: id });

/** Every message of a conversation in short form, parents before children. */
export const tree = {
  ...retakenResource(ofConversation, z.array(treeNode), ofConversation),
};
