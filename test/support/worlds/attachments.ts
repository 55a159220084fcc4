import { createAttachments } from '../../../main/chat/attachments/index.ts';
import { behindTheDoor } from './door.ts';
import { recordLog } from './world.ts';

/** Attached files in a folder, their calls as a window reaches them. */
export function testAttachments(options: Parameters<typeof createAttachments>[0]) {
  return behindTheDoor('attachments', createAttachments(options), recordLog());
}
