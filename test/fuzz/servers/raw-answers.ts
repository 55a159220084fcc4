import type { HostileAnswer } from './hostile-answers.ts';

const said = (name: string, text: string | (() => string)): HostileAnswer => ({
  name,
  give: (response) => void response.socket?.end(typeof text === 'string' ? text : text()),
});
const ok = 'HTTP/1.1 200 OK\r\n';
const numbered = (count: number): string =>
  Array.from({ length: count }, (_, at) => `x${at}: y\r\n`).join('');

/** Heads of answers that are long, many or none: what is told byte for byte. */
export const rawAnswers: readonly HostileAnswer[] = [
  said('a megabyte of one header', () => `${ok}x: ${'y'.repeat(1_000_000)}\r\n\r\n`),
  said('a megabyte of headers', () => `${ok}${'x: y\r\n'.repeat(170_000)}\r\n`),
  said('a megabyte of headers, each another', () => `${ok}${numbered(80_000)}\r\n`),
  said('15 KB of headers', () => `${ok}${'x: y\r\n'.repeat(2_500)}\r\n`),
  said('15 KB of one header in lines', () => `${ok}${'proxy-authenticate: x\r\n'.repeat(640)}\r\n`),
  said('a reason without an end', () => `HTTP/1.1 200 ${'x'.repeat(1_000_000)}`),
  said('a tunnel and a megabyte', () => `${ok}\r\n${'x'.repeat(1_000_000)}`),
  said('other answers first', () => `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(40_000)}${ok}\r\n`),
  said('another protocol', () => `SSH-2.0-${'x'.repeat(1_000_000)}`),
  said('nothing', ''),
];
