import * as z from 'zod';
import { folder } from './conversation.ts';
import { call, event } from './define.ts';
import { id, nothing, title } from './shapes.ts';

/** Folders of conversations; each system has its own. */
export const folders = {
  list: call(z.object({ systemId: id }), z.array(folder)),
  add: call(z.object({ systemId: id, name: title }), folder),
  rename: call(z.object({ id, name: title }), nothing),
  /** Its conversations stay, without a folder. */
  remove: call(z.object({ id }), nothing),
  changed: event(z.object({ systemId: id, folders: z.array(folder) })),
};
