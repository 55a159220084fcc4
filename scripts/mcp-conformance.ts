import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The conformance suite of the Model Context Protocol, pinned: `latest` is an older one. Downloaded when it is run. */
const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
/** What a client of these revisions is required to do. */
const revisions = ['2025-11-25', '2026-07-28'];
const here = (path: string): string =>
  fileURLToPath(new URL(`../test/mcp/${path}`, import.meta.url));
const quoted = (path: string): string => JSON.stringify(path);

const results = await mkdtemp(join(tmpdir(), 'mcp-conformance-'));
try {
  for (const revision of revisions) {
    const command = `${quoted(process.execPath)} ${quoted(here('client.ts'))}`;
    const tried = spawn(
      'npx',
      [
        ...[
          '--yes',
          suite,
          'client',
          '--requirements',
          revision,
          '--timeout',
          '180000',
          '--command',
          command,
        ],
        ...['--expected-failures', here('expected.yml'), '--output-dir', results],
      ],
      {
        stdio: 'inherit',
        // the suite needs this Node too
        env: {
          ...process.env,
          PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
        },
      },
    );
    const [code] = await once(tried, 'exit');
    if (code !== 0) process.exitCode = 1;
  }
} finally {
  await rm(results, { recursive: true, force: true });
}
