/** Tries to read each file and folder that it is given; prints those that this user could, as JSON. */
import { readdirSync, readFileSync } from 'node:fs';

const could = process.argv.slice(2).filter((path) =>
  [() => readFileSync(path), () => readdirSync(path)].some((read) => {
    try {
      read();
      return true;
    } catch {
      return false;
    }
  }),
);
process.stdout.write(JSON.stringify(could));
