import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findCall } from '../../../preload/contract/index.ts';
import { filesBelow, lineOf } from '../files.ts';
import { type Checker, error, type Finding } from '../finding.ts';
import { type Declared, declaredIn } from './declarations.ts';
import { hasDefaultExport, offeredIn } from './uses.ts';

const screensFile = 'renderer/kit/screens.ts';
const commandsFile = 'renderer/kit/commands/declared.ts';
const features = 'renderer/features';

/**
 * Every declared screen is drawn and every drawn one declared; every declared command is implemented; resources are
 * followed in one way.
 */
export const declared: Checker = async (root) => {
  const files = await filesBelow(root, ['renderer'], ['.ts', '.tsx']);
  const read = (file: string) => readFile(join(root, file), 'utf8');
  return [
    ...(await screens(files, read)),
    ...(await commands(files, read)),
    ...(await resources(files, read)),
  ];
};

/** Files that listen to changes without keeping a copy that could become stale, or keep one that is no resource. */
const byHand: Readonly<Record<string, string>> = {
  'renderer/features/chat/chat/conversation/conversation.ts':
    'pages of a branch, and what streams into it, told apart by number',
  'renderer/features/chat/chat/limits/useRequestCheck.ts':
    'asks main anew, and keeps nothing of it',
};

/** Whether the call gives one of several resources of a domain. */
function isView(name = ''): boolean {
  const call = findCall(name);
  return call !== undefined && 'view' in call;
}

/** Finds snapshots and change events used by hand, which may miss fetching again. */
async function resources(files: readonly string[], read: Read): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const file of files) {
    if (file.startsWith('renderer/resources/')) continue;
    const text = await read(file);
    const found = [
      ...text.matchAll(/['"`](\w+)\.snapshot['"`]/g),
      ...[...text.matchAll(/\bcall\(\s*['"`](\w+\.\w+)['"`]/g)].filter(([, name]) => isView(name)),
    ];
    if (!(file in byHand)) found.push(...text.matchAll(/\bon\(\s*['"`](\w+)\.changed['"`]/g));
    for (const { index, 1: name } of found) {
      findings.push(
        error(
          `${file}:${lineOf(text, index)}`,
          `"${name}" is followed by hand: useResource('${name}', …)`,
        ),
      );
    }
  }
  return findings;
}

type Read = (file: string) => Promise<string>;

async function screens(files: readonly string[], read: Read): Promise<Finding[]> {
  const declarations = declaredIn(screensFile, await read(screensFile), 'screens');
  const findings: Finding[] = [];
  for (const { id, line } of declarations) {
    const file = files.find((one) => screenIn(one) === id);
    const place = `${screensFile}:${line}`;
    if (file === undefined) {
      const missing = `${features}/<subject>/${id}/screen.tsx is missing`;
      findings.push(error(place, `the screen "${id}" is drawn by nothing: ${missing}`));
    } else if (!hasDefaultExport(file, await read(file))) {
      findings.push(
        error(file, `the screen "${id}" is this file's default export, which it lacks`),
      );
    }
  }
  const known = new Set(declarations.map(({ id }) => id));
  for (const file of files) {
    const id = screenIn(file);
    if (id !== undefined && !known.has(id)) {
      findings.push(error(file, `the screen "${id}" is not declared in ${screensFile}`));
    }
  }
  return findings;
}

/** Returns the id of the screen that a file draws. */
const screenIn = (file: string): string | undefined =>
  /^renderer\/features\/[^/]+\/([^/]+)\/screen\.tsx$/.exec(file)?.[1];

async function commands(files: readonly string[], read: Read): Promise<Finding[]> {
  const declarations = declaredIn(commandsFile, await read(commandsFile), 'commands');
  const offered = new Set<string>();
  for (const file of files) {
    if (!file.startsWith(`${features}/`)) continue;
    for (const id of offeredIn(file, await read(file))) offered.add(id);
  }
  return declarations
    .filter((one) => !isOfWindow(one) && !offered.has(one.id))
    .map(({ id, line }) =>
      error(
        `${commandsFile}:${line}`,
        `the command "${id}" is carried out by nothing: no useOffer('${id}', …) below ${features}`,
      ),
    );
}

/** The compiler checks those of the window: `renderer/app/useWindowCommands.ts`. */
const isOfWindow = ({ source }: Declared): boolean => /\bon: 'window'/.test(source);
