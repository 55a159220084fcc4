import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillUriTemplate, parseUriTemplate } from '../../../common/addresses/uri-template.ts';

/** Values of the examples of RFC 6570, section 3.2. */
const values: Readonly<Record<string, string>> = {
  ...{ dub: 'me/too', hello: 'Hello World!', half: '50%', var: 'value', who: 'fred' },
  ...{ base: 'http://example.com/home/', path: '/foo/bar', v: '6', x: '1024', y: '768' },
};
const filled = (template: string): string | null => {
  const parsed = parseUriTemplate(template);
  return parsed && fillUriTemplate(parsed, (name) => values[name] ?? '');
};

test.each([
  ['{hello}', 'Hello%20World%21'],
  ['O{undef}X', 'OX'],
  ['{half}', '50%25'],
  ['?{x,undef}', '?1024'],
  ['{x,hello,y}', '1024,Hello%20World%21,768'],
  ['{var:3}', 'val'],
  ['{+hello}', 'Hello%20World!'],
  ['{+half}', '50%25'],
  ['{base}index', 'http%3A%2F%2Fexample.com%2Fhome%2Findex'],
  ['{+base}index', 'http://example.com/home/index'],
  ['up{+path}{var}/here', 'up/foo/barvalue/here'],
  ['{+path:6}/here', '/foo/b/here'],
  ['{#path,x}/here', '#/foo/bar,1024/here'],
  ['X{.x,y}', 'X.1024.768'],
  ['{/var,x}/here', '/value/1024/here'],
  ['{/var:1,var*}', '/v/value'],
  ['{;x,y}', ';x=1024;y=768'],
  ['{?x,y,undef}', '?x=1024&y=768'],
  ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
])('%s becomes %s, as the standard has it', (template, address) => {
  expect(filled(template)).toBe(address);
});

test.each(['{', '}', 'a{b', 'a}b', '{}', '{a b}', '{{a}}', '{=a}', '{a:0}', '{a,}', '{ü}'])(
  '%s is no template',
  (template) => {
    expect(parseUriTemplate(template)).toBe(null);
  },
);

test('its variables are named once, in their order', () => {
  expect(parseUriTemplate('a{x}/{y,x}{?z*}')?.names).toEqual(['x', 'y', 'z']);
  expect(parseUriTemplate('plain')?.names).toEqual([]);
});

test('no value writes anything but itself, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (value, isCut) => {
      const parsed = parseUriTemplate(isCut ? 'a:{v:9999}|' : 'a:{v}|');
      const address = parsed && fillUriTemplate(parsed, () => value);
      expect(address).toMatch(/^a:(?:[A-Za-z0-9._~-]|%[0-9A-F]{2})*\|$/);
      expect(decodeURIComponent(address ?? '')).toBe(`a:${Buffer.from(value).toString()}|`);
    }),
  );
});

test('what is reserved stays where the template permits it', () => {
  const parsed = parseUriTemplate('{+v}');
  expect(parsed && fillUriTemplate(parsed, () => '[a]%2f%zz#é')).toBe('[a]%2f%25zz#%C3%A9');
});
