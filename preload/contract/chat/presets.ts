import * as z from 'zod';
import { call, resource } from '../define.ts';
import { id, nothing, title } from '../shapes.ts';
import { preset } from './conversation.ts';

/** Named models with parameters. */
export const presets = {
  ...resource(nothing, z.array(preset)),
  /** Adds a preset, or replaces the one with this id. */
  save: call(preset.extend({ id: id.nullable(), name: title }), preset),
  remove: call(z.object({ id }), nothing),
};
