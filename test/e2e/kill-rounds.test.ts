import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../support/files/folder.ts';
import { seeded } from '../support/files/seeded.ts';
import { KillRounds } from '../support/processes/kill-round.ts';
import { steady } from '../support/servers/endless-answers.ts';
import { startFakeGenai } from '../support/servers/fake-genai.ts';

const rounds = Number(process.env.KILL_ROUNDS ?? 3);
const seed = Number(process.env.KILL_SEED ?? Date.now() % 1e9);

test(
  `${rounds} times kill -9 while answers stream, tools run, messages are edited and removed: nothing shown for a second is lost`,
  async () => {
    console.log(`kill rounds: KILL_SEED=${seed}`);
    const random = seeded(seed);
    const fake = await startFakeGenai();
    onTestFinished(() => fake.close());
    fake.usual = steady(random);
    const folder = testFolder();
    const desk = new KillRounds(folder, fake, random);
    onTestFinished(() => desk.kill());
    let streaming = 0;
    let oldestLost = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const report = await desk.run();
      expect(report.faults, `round ${round}`).toEqual([]);
      streaming += report.streaming;
      oldestLost = Math.max(oldestLost, report.oldestLost);
    }
    expect(await desk.end()).toEqual([]);
    console.log(
      `${rounds} kills, ${streaming} answers in mid-stream, oldest text lost shown for ${Math.round(oldestLost)} ms`,
    );
    expect(streaming).toBeGreaterThan(0);
  },
  60_000 + rounds * 30_000,
);
