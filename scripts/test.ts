import { laneNames, lanes } from './lanes/index.ts';
import { isLane, runLanes } from './lanes/run.ts';

// `npm test -- e2e clients` runs the lane e2e, and of it the files whose path has "clients".
const words = process.argv.slice(2);
const chosen = words.filter(isLane);
const filters = words.filter((word) => !isLane(word));

const usual = laneNames.filter((name) => lanes[name].usual);
const sum = await runLanes(chosen.length > 0 ? chosen : usual, filters);
process.exitCode = sum.failed > 0 ? 1 : 0;
