// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '../../app.tsx';
import { chatWorld, inputs, message, place } from '../chat-world.ts';

const links = [
  { url: 'https://example.org/a', title: 'A page' },
  { url: 'https://example.org/b', title: '' },
];

it('what an answer refers to stands below it as links, which open outside of the app', async () => {
  const { bridge } = chatWorld({ branch: [message('m0', 0), message('m1', 1, { links })] });
  bridge.answer({ 'app.openExternal': () => ({ opened: true, address: null }) });
  await openApp(bridge, place);
  const sources = within(await screen.findByRole('region', { name: 'Sources' }));
  expect(sources.getAllByRole('listitem').map((one) => one.textContent.trim())).toEqual([
    'A page example.org',
    'https://example.org/b',
  ]);
  fireEvent.click(sources.getByRole('link', { name: 'A page' }));
  await waitFor(() =>
    expect(inputs(bridge, 'app.openExternal')).toEqual([{ url: 'https://example.org/a' }]),
  );
});

it('the footer names the model that answered where it is another than was asked', async () => {
  const { bridge } = chatWorld({
    branch: [message('m0', 0), message('m1', 1, { answeredBy: 'alpha-2026-11' })],
  });
  await openApp(bridge, place);
  await screen.findByText(/alpha-2026-11 \(asked: alpha\)/);
});

it('an answer that says nothing else names the model that was asked', async () => {
  const { bridge } = chatWorld({ branch: [message('m0', 0), message('m1', 1)] });
  await openApp(bridge, place);
  await screen.findByText(/^alpha/, { selector: 'article footer *' });
  expect(screen.queryByText(/asked:/)).toBeNull();
  expect(screen.queryByRole('region', { name: 'Sources' })).toBeNull();
});
