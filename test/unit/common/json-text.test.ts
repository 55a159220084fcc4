import { expect, test } from 'vitest';
import { duplicateField, fieldPosition, jsonFault } from '../../../common/texts/json-text.ts';

test.each<readonly [string, string, object | null]>([
  ['sound JSON', '{"a": [1, -2.5e3, true, null, "\\u00e9\\n"]}', null],
  ['a comma before a bracket', '{\n  "a": 1,\n}', { fault: 'json-comma', line: 2, column: 9 }],
  ['a comma before the end of a list', '[1,\r\n2,]', { fault: 'json-comma', line: 2, column: 2 }],
  ['two commas', '[1,,2]', { fault: 'json-comma', line: 1, column: 4 }],
  ['a comment', '{\n // note\n "a": 1}', { fault: 'json-comment', line: 2, column: 2 }],
  ['a comment after a value', '{"a": 1 /* note */}', { fault: 'json-comment', line: 1, column: 9 }],
  ['a comment at the beginning', '# note\n{}', { fault: 'json-comment', line: 1, column: 1 }],
  ['a comment at the end', '{}\n// note', { fault: 'json-comment', line: 2, column: 1 }],
  ['a mark', '\ufeff{}', { fault: 'not-json' }],
  ['single quotes', "{'a': 1}", { fault: 'json-quotes', line: 1, column: 2 }],
  ['single quotes of a value', '{"a": \'b\'}', { fault: 'json-quotes', line: 1, column: 7 }],
  ['curly quotes', '{“a”: 1}', { fault: 'json-quotes', line: 1, column: 2 }],
  ['a name without quotes', '{a: 1}', { fault: 'json-name', line: 1, column: 2 }],
  ['no colon', '{"a" 1}', { fault: 'json-colon', line: 1, column: 6 }],
  ['an equals sign', '{"a" = 1}', { fault: 'json-colon', line: 1, column: 6 }],
  ['no comma', '{"a": 1\n"b": 2}', { fault: 'json-no-comma', line: 2, column: 1 }],
  ['another bracket', '{"a": [1}', { fault: 'json-bracket', line: 1, column: 9 }],
  ['cut off in a record', '{\n"a": 1', { fault: 'json-cut-off', line: 2, column: 7 }],
  ['cut off in a text', '{"a": "b', { fault: 'json-cut-off', line: 1, column: 9 }],
  ['cut off in a word', '{"a": tru', { fault: 'json-cut-off', line: 1, column: 10 }],
  ['cut off after an escape', '{"a": "\\', { fault: 'json-cut-off', line: 1, column: 9 }],
  ['a line break in a text', '{\n"a": "b\nc"}', { fault: 'json-control', line: 2, column: 6 }],
  ['a Windows path', '{"a": "C:\\Users"}', { fault: 'json-escape', line: 1, column: 10 }],
  ['a wide colon', '{"a"：1}', { fault: 'json-wide', line: 1, column: 5 }],
  ['a wide blank', '{"a":\u30001}', { fault: 'json-blank', line: 1, column: 6 }],
  ['Python’s words', '{"a": True}', { fault: 'json-value', line: 1, column: 7 }],
  ['a number with a zero before', '[01]', { fault: 'json-value', line: 1, column: 2 }],
  ['NaN', '[NaN]', { fault: 'json-value', line: 1, column: 2 }],
  ['two values', '{}\n{}', { fault: 'json-after', line: 2, column: 1 }],
  ['nothing', ' \n', { fault: 'empty' }],
  ['a page', '<!doctype html>', { fault: 'not-json' }],
  ['a letter', 'Dear all', { fault: 'not-json' }],
])('%s', (_, text, expected) => {
  expect(jsonFault(text)).toEqual(expected);
});

test('finds a fault exactly where the engine does', () => {
  const whole = '{"a": [1, -2.5e3, {"b": true, "c\\u00e9": null}], "d": "x\\n", "e": {}, "f": []}';
  const signs = ['', ',', '"', '{', '}', ']', ':', '0', '\\', '\n', 'é', '.', '-', 'e', '\u0000'];
  for (let at = 0; at <= whole.length; at += 1) {
    for (const sign of signs) {
      for (const text of [
        whole.slice(0, at) + sign + whole.slice(at),
        whole.slice(0, at) + sign + whole.slice(at + 1),
        whole.slice(0, at) + sign,
      ]) {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        expect([text, jsonFault(text) === null]).toEqual([text, isJson]);
      }
    }
  }
});

test('a field that stands twice is named with its place, whichever way it is written', () => {
  expect(duplicateField('{"a": {"b": 1},\n "c": {"b": 1}}')).toBeNull();
  expect(duplicateField('{"a": [{"b": 1,\n "\\u0062": 2}]}')).toEqual({
    ...{ path: ['a', 0, 'b'], line: 2, column: 2 },
  });
});

test('the place of a field, and of the record that lacks it', () => {
  const text = '{\n  "a": {\n    "b": [1,\n 2]\n  }\n}';
  expect(fieldPosition(text, ['a', 'b'])).toEqual({ line: 3, column: 5 });
  expect(fieldPosition(text, ['a', 'b', 1])).toEqual({ line: 4, column: 2 });
  expect(fieldPosition(text, ['a', 'x'])).toEqual({ line: 2, column: 3 });
  expect(fieldPosition(text, ['x'])).toEqual({ line: 1, column: 1 });
});
