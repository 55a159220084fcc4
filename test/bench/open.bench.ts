/**
 * A conversation of 10,000 messages: opened from the list in the window, against one of 10 (goal: 2 x),
 * its DOM nodes (goal: under 2,500), scrolled from end to end (goal: 55 frames a second); and main's
 * side of opening it.
 */
import { measureMain } from './open/main.ts';
import type { Print } from './open/print.ts';
import { measureWindow } from './open/window.ts';

const print: Print = (unit, metric, ours, peer, peerName) =>
  console.log(
    JSON.stringify({ bench: 'open', metric, unit, ours, peer, peerName, ratio: ours / peer }),
  );
await measureWindow(print);
await measureMain(print);
