// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../app.tsx';
import { consoleWorld, field, press, send, write, writeBody } from './open.ts';

describe('form and raw', () => {
  const body = (inputs: ReturnType<typeof consoleWorld>['inputs']) => {
    const last = inputs('apiConsole.prepare').at(-1)?.request.body;
    return last?.kind === 'text' ? (JSON.parse(last.text) as unknown) : null;
  };

  it('fields of $ref, allOf and oneOf write the JSON, and the JSON fills the fields', async () => {
    const { bridge, inputs } = consoleWorld();
    await openApp(bridge, '#/console/d1%20POST%20%2Fjob%2Fsubmit');
    await write('script (required)', '#!/bin/sh');
    await write('name (required)', 'train');
    await write('nodes', '4');
    await waitFor(() =>
      expect(body(inputs)).toEqual({ script: '#!/bin/sh', job: { name: 'train', nodes: 4 } }),
    );
    fireEvent.click(screen.getByRole('radio', { name: 'Raw' }));
    await writeBody('{"script":"x","job":{"name":"other"},"own":[1]}');
    fireEvent.click(screen.getByRole('radio', { name: 'Form' }));
    expect(await field('name (required)')).toHaveProperty('value', 'other');
    await write('name (required)', 'third');
    await waitFor(() =>
      expect(body(inputs)).toEqual({ script: 'x', job: { name: 'third' }, own: [1] }),
    );
  });

  it('the place where a body is no JSON is marked and named, until it is right', async () => {
    const { bridge } = consoleWorld();
    await openApp(bridge, '#/console/d1%20POST%20%2Fjob%2Fsubmit');
    await field('script (required)');
    fireEvent.click(screen.getByRole('radio', { name: 'Raw' }));
    await writeBody('{\n  "script": "x",\n  "nodes" 4\n}');
    const line = await screen.findByText(
      'Line 3, column 11: A colon is missing after the field name.',
    );
    expect(document.querySelector('.cm-fault')?.textContent).toBe('4');
    const text = await field('Body, application/json');
    expect(text.getAttribute('aria-describedby')).toBe(line.closest('[id]')?.id);
    await writeBody('{\n  "script": "x",\n  "nodes": 4\n}');
    await waitFor(() => expect(screen.queryByText(/^Line 3/)).toBeNull());
    expect(document.querySelector('.cm-fault')).toBeNull();
  });

  it('a schema that contains itself opens level by level', async () => {
    const { bridge } = consoleWorld();
    await openApp(bridge, '#/console/d1%20POST%20%2Fjob%2Fsubmit');
    await field('script (required)');
    await press(/^after$/);
    expect(await screen.findAllByRole('textbox', { name: 'script (required)' })).toHaveLength(2);
  });

  it('text that is no JSON stays, and is corrected as text', async () => {
    const { bridge, inputs } = consoleWorld();
    await openApp(bridge, '#/console/d1%20POST%20%2Fjob%2Fsubmit');
    await field('script (required)');
    fireEvent.click(screen.getByRole('radio', { name: 'Raw' }));
    await writeBody('{"a": {{n}}}');
    expect(screen.queryByText(/^Line/)).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: 'Form' }));
    await screen.findByText(/The body is not JSON/);
    await waitFor(() =>
      expect(inputs('apiConsole.prepare').at(-1)?.request.body).toMatchObject({
        text: '{"a": {{n}}}',
      }),
    );
  });
});

describe('a response', () => {
  it('is a table that is filtered and saved without formulas', async () => {
    const { bridge, inputs } = consoleWorld();
    await openApp(bridge, '#/console/d1%20GET%20%2Fjobs');
    await field('account');
    await send();
    const table = await screen.findByRole('table', { name: 'jobs[]' });
    expect(within(table).getAllByRole('row')).toHaveLength(3);
    fireEvent.click(screen.getByRole('button', { name: 'CSV' }));
    await waitFor(() =>
      expect(inputs('app.saveText')[0]?.text).toBe(
        "job_id,name,state\r\n7,train,FAILED\r\n12,'=1+1,TIMEOUT\r\n",
      ),
    );
    fireEvent.change(screen.getByRole('searchbox', { name: 'Filter 2 records' }), {
      target: { value: 'timeout' },
    });
    expect(within(table).getAllByRole('row')).toHaveLength(2);
  });

  it('is searched as text, and its headers are told', async () => {
    const { bridge } = consoleWorld();
    await openApp(bridge, '#/console/d1%20GET%20%2Fjobs');
    await field('account');
    await send();
    fireEvent.click(await screen.findByRole('radio', { name: 'Text' }));
    fireEvent.change(screen.getByRole('searchbox', { name: 'Find in the response' }), {
      target: { value: 'train' },
    });
    await screen.findByText('1 found');
    fireEvent.click(screen.getByRole('radio', { name: 'Headers 1' }));
    await screen.findByText('content-type');
    fireEvent.change(screen.getByRole('searchbox', { name: 'Find in the response' }), {
      target: { value: 'nothing' },
    });
    await screen.findByText('0 found');
    expect(screen.queryByText('content-type')).toBeNull();
  });

  it('is searched as a tree by names and values, each shown with the way to it', async () => {
    const { bridge } = consoleWorld();
    await openApp(bridge, '#/console/d1%20GET%20%2Fjobs');
    await field('account');
    await send();
    fireEvent.click(await screen.findByRole('radio', { name: 'Tree' }));
    fireEvent.change(screen.getByRole('searchbox', { name: 'Find in the response' }), {
      target: { value: 'NAME' },
    });
    await screen.findByText('2 found');
    expect(screen.getByText('jobs[0].name')).toBeTruthy();
    expect(screen.getByText('"train"')).toBeTruthy();
  });
});
