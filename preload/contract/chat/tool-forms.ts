import * as z from 'zod';
import { call, resource } from '../define.ts';
import { id, nothing } from '../shapes.ts';

const general = z.object({
  name: z.string().min(1).max(128),
  title: z.string().max(200),
  description: z.string().max(1_000),
  required: z.boolean(),
});
const number = z.number().nullable();
const text = z.string().max(20_000);

const options = z
  .array(z.object({ value: z.string().max(1_000), title: z.string().max(200) }))
  .min(1)
  .max(200);

/** A field of a form, in the server's words. */
const formField = z.discriminatedUnion('kind', [
  general.extend({ kind: z.literal('text'), least: number, most: number, initial: text }),
  general.extend({
    kind: z.literal('number'),
    whole: z.boolean(),
    ...{ least: number, most: number, initial: number },
  }),
  general.extend({ kind: z.literal('boolean'), initial: z.boolean() }),
  general.extend({
    kind: z.literal('choice'),
    options,
    initial: z.string().max(1_000),
  }),
  general.extend({
    kind: z.literal('choices'),
    options,
    ...{ least: number, most: number },
    initial: z.array(z.string().max(1_000)).max(200),
  }),
]);
export type FormField = z.infer<typeof formField>;

/** What a server asks the user while one of its tools runs. */
const toolForm = z.object({
  id,
  conversationId: id,
  server: z.object({ name: z.string(), where: z.string() }),
  /** The running tool, in the server's words. */
  tool: z.string(),
  message: z.string().max(4_000),
  fields: z.array(formField).max(30),
  /** The page that it asks to be opened, in place of fields; null: a form. */
  page: z
    .object({
      /** In normal form, of https; of http on this computer alone. */
      url: z.string().max(65_536),
      /** Its host as the network knows it, with the port. */
      host: z.string().max(300),
      /** The host's name in its own letters; null: it has no others. */
      readable: z.string().max(300).nullable(),
      /** Whether the user opened it already during this call. */
      opened: z.boolean(),
    })
    .nullable(),
});
export type ToolForm = z.infer<typeof toolForm>;

/** Forms of servers that wait for the user, in all conversations; the oldest first. */
export const toolForms = {
  ...resource(nothing, z.array(toolForm)),
  /** `accept` of a page: the user opened it. `decline`: the user says no; `cancel`: the user says nothing. @throws AppError `tool-form-invalid` */
  answer: call(
    z.object({
      id,
      answer: z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('accept'),
          /** Fields that are left empty are left out. */
          values: z
            .array(
              z.object({
                name: z.string().max(128),
                value: z.union([
                  text,
                  z.number(),
                  z.boolean(),
                  z.array(z.string().max(1_000)).max(200),
                ]),
              }),
            )
            .max(30),
        }),
        z.object({ kind: z.enum(['decline', 'cancel']) }),
      ]),
    }),
    nothing,
  ),
};
