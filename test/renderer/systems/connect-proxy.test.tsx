// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AppError } from '../../../preload/contract/errors.ts';
import { openApp } from '../app.tsx';
import { createWorld, machine } from '../world.ts';

const type = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

/** The addresses of a new system, with everything under More. */
async function openMore() {
  const world = createWorld({ machines: [machine('Altair', 'OK', 'up')] });
  await openApp(world.bridge);
  await press('Enter addresses by hand');
  await type('Web API address', 'https://api.alpha.example.org/');
  await press('More');
  fireEvent.click(await screen.findByRole('radio', { name: 'Manual' }));
  const sent = (name: string) => world.bridge.calls.filter((call) => call.name === name);
  return { bridge: world.bridge, sent };
}

const proxy = {
  ...{ kind: 'manual', address: 'http://proxy.example:3128', user: 'desk', except: '' },
  password: 'hush-hush',
};

it('a proxy is entered before the system is there: it is tried by it, and keeps it', async () => {
  const { sent } = await openMore();
  await press('Connect');
  expect(await screen.findByText(/Enter the address of the proxy/)).toBeTruthy();
  expect(sent('trial.tryOut')).toEqual([]);

  await type('Address of the proxy', proxy.address);
  await type(/^User name/, proxy.user);
  const password = await screen.findByLabelText(/^Password/);
  fireEvent.change(password, { target: { value: proxy.password } });
  // half a password goes to no proxy
  expect(JSON.stringify(sent('trial.reach'))).not.toContain(proxy.address);
  fireEvent.blur(password);
  await waitFor(() => expect(sent('trial.reach').at(-1)?.input).toMatchObject({ proxy }));

  await press('Connect');
  await screen.findByText('Altair');
  expect(sent('trial.tryOut').at(-1)?.input).toMatchObject({ proxy });
  // in one step: no request can leave before the proxy is stored
  expect(sent('systems.add').map(({ input }) => input)).toMatchObject([{ proxy }]);
  expect(sent('connections.setProxy')).toEqual([]);
});

it('a check that the proxy stopped leads back to it', async () => {
  const { bridge } = await openMore();
  const problem = new AppError('network-proxy', { details: { host: 'api' } }).toData();
  bridge.answer({ 'trial.tryOut': () => ({ failed: { step: 'reach', problem }, machines: null }) });
  await type('Address of the proxy', proxy.address);
  await press('Connect');
  await press('Change the proxy');
  expect(await screen.findByLabelText('Address of the proxy')).toHaveProperty(
    'value',
    proxy.address,
  );
});
