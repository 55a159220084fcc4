import { expect, test } from 'vitest';
import { readMessage } from '../../../../main/work/programs/mcp-message.ts';

const read = (value: unknown) => readMessage(Buffer.from(JSON.stringify(value)));

test('what a program calls itself is one plain line of bounded length, in both generations', () => {
  const clientInfo = { name: 'cursor\n\u202eevil', title: 'Cur\tsor', version: '1.2' };
  expect(read({ method: 'initialize', params: { clientInfo } })).toEqual({
    ...{ call: 'initialize', tool: null, isSubscription: false, reportedName: 'Cur sor 1.2' },
  });
  const _meta = { 'io.modelcontextprotocol/clientInfo': { name: `x${'y'.repeat(500)}` } };
  const later = read({ method: 'tools/call', params: { name: 'machines', _meta } });
  expect([later.call, later.tool, later.reportedName?.length]).toEqual([
    ...['tools/call machines', 'machines', 80],
  ]);
});

test('nothing else of a message is taken, whatever it is', () => {
  const nothing = { call: '', tool: null, isSubscription: false, reportedName: null };
  for (const value of [null, 'x', { method: 1 }, { method: 'a b' }, { method: 'x'.repeat(99) }]) {
    expect(read(value)).toEqual(nothing);
  }
  for (const params of [null, 1, [], { name: 'A b' }, { clientInfo: 1 }, { _meta: [] }]) {
    expect(read({ method: 'tools/list', params })).toEqual({ ...nothing, call: 'tools/list' });
  }
  expect(read({ method: 'tools/call', params: { name: 'A b' } }).tool).toBe('');
  expect(() => read([])).toThrow('one message at a time');
  const blank = { name: ' \n ', version: '' };
  expect(read({ method: 'initialize', params: { clientInfo: blank } }).reportedName).toBe(null);
  expect(read({ method: 'subscriptions/listen' }).isSubscription).toBe(true);
});
