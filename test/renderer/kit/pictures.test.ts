// @vitest-environment jsdom
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isScreen } from '../../../renderer/kit/screens.ts';
import { pictures } from '../../pictures/list.ts';

const folder = 'guide/pictures/';
const files = readdirSync(folder).sort();
const wanted = pictures.flatMap(({ name }) =>
  ['en', 'ja'].flatMap((language) =>
    ['light', 'dark'].map((theme) => `${name}-${language}-${theme}.png`),
  ),
);

test('every picture is of a screen that there is, and was taken in both languages and themes', () => {
  expect(pictures.filter(({ screen }) => !isScreen(screen))).toEqual([]);
  expect(files).toEqual([...wanted].sort());
});

test('the guide and README.md show pictures that there are, and each is shown', () => {
  const named = (path: string) =>
    [...readFileSync(path, 'utf8').matchAll(/\]\((?:\.\.\/|guide\/)pictures\/([^)]+)\)/g)].map(
      ([, name]) => name ?? '',
    );
  const pages = ['en', 'ja'].flatMap((language) =>
    readdirSync(`guide/${language}`).map((page) => `guide/${language}/${page}`),
  );
  const shown = [...pages, 'README.md'].flatMap(named);
  expect(shown.filter((name) => !files.includes(name))).toEqual([]);
  const all = new Set(shown.map((name) => name.replace(/-(?:en|ja)-light\.png$/, '')));
  expect([...all].sort()).toEqual(pictures.map(({ name }) => name).sort());
});

test('they are small: they ship with the app', () => {
  const sum = files.reduce((total, name) => total + statSync(folder + name).size, 0);
  expect(sum).toBeLessThan(1_600_000);
});
