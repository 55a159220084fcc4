import * as z from 'zod';
import type { FormField, ToolForm } from '../../../../preload/contract/chat/tool-forms.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { ParsedInput } from '../../../../preload/contract/index.ts';
import { bounds } from '../bounds.ts';

const cut = (most: number) => z.string().transform((text) => text.slice(0, most));
const general = {
  title: cut(200).optional(),
  description: cut(1_000).default(''),
};
const limit = z.number().optional();
const options = z.array(z.string().max(1_000)).min(1).max(bounds.formOptions);

const titled = z
  .array(z.object({ const: z.string().max(1_000), title: cut(200) }))
  .min(1)
  .max(bounds.formOptions);

/** The kinds of fields that this app draws. A form with another one is not shown. */
const property = z.union([
  z.object({
    ...general,
    type: z.literal('string'),
    enum: options,
    enumNames: z.array(cut(200)).optional(),
    default: z.string().optional(),
  }),
  z.object({
    ...general,
    type: z.literal('string'),
    oneOf: titled,
    default: z.string().optional(),
  }),
  z.object({
    ...general,
    type: z.literal('string'),
    // a choice that is too long is no text
    ...{ enum: z.never().optional(), oneOf: z.never().optional() },
    minLength: limit,
    maxLength: limit,
    default: z.string().max(20_000).optional(),
  }),
  z.object({
    ...general,
    type: z.enum(['number', 'integer']),
    minimum: limit,
    maximum: limit,
    default: z.number().optional(),
  }),
  z.object({ ...general, type: z.literal('boolean'), default: z.boolean().optional() }),
  z.object({
    ...general,
    type: z.literal('array'),
    items: z.union([z.object({ enum: options }), z.object({ anyOf: titled })]),
    minItems: limit,
    maxItems: limit,
    default: z.array(z.string()).max(bounds.formOptions).default([]),
  }),
]);
const request = z.object({
  message: cut(4_000),
  requestedSchema: z.object({
    properties: z.record(z.string().min(1).max(bounds.name), property),
    required: z.array(z.string()).default([]),
  }),
});

/** What a server asks for, as far as it is read from its words. */
export interface Asked extends Pick<ToolForm, 'message' | 'fields'> {
  readonly page: Omit<NonNullable<ToolForm['page']>, 'opened'> | null;
}

/** Reads what a server asks for; null if the app cannot draw all of it. */
export function readForm(params: unknown): Asked | null {
  const parsed = request.safeParse(params);
  if (!parsed.success) return null;
  const { message, requestedSchema } = parsed.data;
  const properties = Object.entries(requestedSchema.properties);
  if (properties.length > bounds.formFields) return null;
  const required = new Set(requestedSchema.required);
  return {
    message,
    page: null,
    fields: properties.map(([name, one]) => fieldOf(name, one, required.has(name))),
  };
}

function fieldOf(name: string, one: z.infer<typeof property>, required: boolean): FormField {
  const { title = name.slice(0, 200), description } = one;
  const said = { name, title, description, required };
  if ('enum' in one && one.enum !== undefined) {
    const offered = one.enum.map((value, at) => ({
      value,
      title: one.enumNames?.[at] ?? asNamed(value).title,
    }));
    return choiceOf(said, offered, one.default);
  }
  if ('oneOf' in one && one.oneOf !== undefined) {
    return choiceOf(said, named(one.oneOf), one.default);
  }
  switch (one.type) {
    case 'string': {
      const { minLength: least = null, maxLength: most = null, default: initial = '' } = one;
      return { ...said, kind: 'text', least, most, initial };
    }
    case 'array': {
      const { items, minItems: least = null, maxItems: most = null } = one;
      const offered = 'enum' in items ? items.enum.map(asNamed) : named(items.anyOf);
      const initial = one.default.filter((value) =>
        offered.some((option) => option.value === value),
      );
      return { ...said, kind: 'choices', options: offered, least, most, initial };
    }
    case 'boolean':
      return { ...said, kind: 'boolean', initial: one.default ?? false };
    default: {
      const { minimum: least = null, maximum: most = null, default: initial = null } = one;
      return { ...said, kind: 'number', whole: one.type === 'integer', least, most, initial };
    }
  }
}

interface Option {
  readonly value: string;
  readonly title: string;
}

const asNamed = (value: string): Option => ({ value, title: value.slice(0, 200) });
const named = (all: readonly { readonly const: string; readonly title: string }[]): Option[] =>
  all.map(({ const: value, title }) => ({ value, title }));

function choiceOf(
  said: Pick<FormField, 'name' | 'title' | 'description' | 'required'>,
  offered: readonly Option[],
  initial = '',
): FormField {
  const isOne = offered.some(({ value }) => value === initial);
  return { ...said, kind: 'choice', options: [...offered], initial: isOne ? initial : '' };
}

type Values = Extract<ParsedInput<'toolForms.answer'>['answer'], { kind: 'accept' }>['values'];
export type Content = Record<string, Values[number]['value']>;

/** Returns what goes to the server. @throws AppError `tool-form-invalid` */
export function contentOf(fields: readonly FormField[], values: Values): Content {
  const given = new Map(values.map(({ name, value }) => [name, value]));
  const unknown = values.find(({ name }) => fields.every((field) => field.name !== name));
  if (unknown !== undefined) throw invalid(unknown.name);
  const content = fields.flatMap((field) => {
    const value = given.get(field.name);
    if (value === undefined ? field.required : !fits(field, value)) throw invalid(field.title);
    return value === undefined ? [] : [[field.name, value] as const];
  });
  return Object.fromEntries(content);
}

const invalid = (field: string): AppError =>
  new AppError('tool-form-invalid', { details: { field } });

function fits(field: FormField, value: Values[number]['value']): boolean {
  switch (field.kind) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'choice':
      return field.options.some((option) => option.value === value);
    case 'choices': {
      if (!Array.isArray(value) || !isWithin(value.length, field)) return false;
      const offered = new Set(field.options.map((option) => option.value));
      return value.every((one) => offered.delete(one));
    }
    case 'text':
      return typeof value === 'string' && isWithin([...value].length, field);
    case 'number': {
      if (typeof value !== 'number' || !isWithin(value, field)) return false;
      return !field.whole || Number.isSafeInteger(value);
    }
  }
}

const isWithin = (
  value: number,
  { least, most }: { readonly least: number | null; readonly most: number | null },
): boolean => (least === null || value >= least) && (most === null || value <= most);
