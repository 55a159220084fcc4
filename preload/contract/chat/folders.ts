import * as z from 'zod';
import { call, resource } from '../define.ts';
import { id, nothing, title } from '../shapes.ts';
import { folder } from './conversation.ts';

const foldersOf = z.object({ systemId: id, folders: z.array(folder) });

/** Folders of conversations; each system has its own. */
export const folders = {
  ...resource(z.object({ systemId: id }), foldersOf),
  add: call(z.object({ systemId: id, name: title }), folder),
  rename: call(z.object({ id, name: title }), nothing),
  /** Its conversations stay, without a folder. */
  remove: call(z.object({ id }), nothing),
};
