import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { filesBelow, lineOf } from '../files.ts';
import { withoutPlural } from './texts.ts';

/** The texts that the renderer uses. */
export interface Uses {
  /** `t('clients.title')`: key and place. */
  readonly asked: readonly { readonly key: string; readonly place: string }[];
  /** Whether any string or template of the renderer can be this key. */
  covers(key: string): boolean;
}

/** Every string counts as a use of the key that it spells, because keys are also passed as values. */
export async function findUses(root: string): Promise<Uses> {
  const files = await filesBelow(root, ['renderer'], ['.ts', '.tsx']);
  const sources = files.filter((file) => !/^renderer\/i18n\/[a-z]+\//.test(file));
  const asked: { key: string; place: string }[] = [];
  const strings = new Set<string>();
  const templates: RegExp[] = [];

  await Promise.all(
    sources.map(async (file) => {
      const text = await readFile(join(root, file), 'utf8');
      new Visitor({
        Literal({ value }) {
          if (typeof value === 'string') strings.add(value);
        },
        // `errors.${code}.what` stands for every key of that form.
        TemplateLiteral({ quasis }) {
          const pieces = quasis.map(({ value }) => value.cooked ?? '');
          if (/^[a-z]\w*\./.test(pieces[0] ?? '')) templates.push(pattern(pieces));
        },
        CallExpression({ callee, arguments: [key], start }) {
          if (callee.type !== 'Identifier' || callee.name !== 't') return;
          if (key?.type === 'Literal' && typeof key.value === 'string') {
            asked.push({ key: key.value, place: `${file}:${lineOf(text, start)}` });
          }
        },
      }).visit(parseSync(file, text, {}).program);
    }),
  );

  // The files were read in no certain order.
  asked.sort((a, b) => a.place.localeCompare(b.place, 'en', { numeric: true }));
  return {
    asked,
    covers(key) {
      const plain = withoutPlural(key);
      return (
        strings.has(key) || strings.has(plain) || templates.some((template) => template.test(plain))
      );
    },
  };
}

function pattern(pieces: readonly string[]): RegExp {
  return new RegExp(`^${pieces.map((piece) => piece.replaceAll(/[^\w]/g, '\\$&')).join('.+')}$`);
}
