// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../app.tsx';
import { createWorld, system } from '../world.ts';

const world = { systems: [system('alpha', 'Alpha')] };
const pageTitle = (name: string) => screen.findByRole('heading', { level: 2, name });

describe('the guide', () => {
  it('opens at its first page, and leads to the others by its list and by links in the text', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge, '#/guide');
    await pageTitle('Connect to a system');
    const list = screen.getByRole('navigation', { name: 'User’s guide' });
    expect(within(list).getAllByRole('link')).toHaveLength(15);
    fireEvent.click(within(list).getByRole('link', { name: 'Clients' }));
    await pageTitle('Clients');
    expect(window.location.hash).toBe('#/guide/clients');
    expect(within(list).getByRole('link', { name: 'Clients' }).getAttribute('aria-current')).toBe(
      'page',
    );
    const text = screen.getByRole('article', { name: 'Clients' });
    const picture = await within(text).findByRole('img', { name: 'The list of clients' });
    expect(picture.getAttribute('src')).toMatch(/clients-en-light/);
    document.documentElement.dataset.theme = 'dark';
    await waitFor(() => expect(picture.getAttribute('src')).toMatch(/clients-en-dark/));
    document.documentElement.dataset.theme = 'light';
    fireEvent.click(await within(text).findByRole('link', { name: 'signing in' }));
    await pageTitle('Sign in');
    expect(window.location.hash).toBe('#/guide/sign-in');
  });

  it('finds the pages that contain every word, whatever their width and case', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge, '#/guide');
    await pageTitle('Connect to a system');
    const list = within(screen.getByRole('navigation', { name: 'User’s guide' }));
    const field = list.getByRole('searchbox', { name: 'Search the guide' });
    const search = (text: string) => fireEvent.change(field, { target: { value: text } });
    search('ＣＵＲＬ　wget');
    expect(list.getByRole('link', { name: 'Use your certificate with curl' })).toBeTruthy();
    expect(list.queryByRole('link', { name: 'Sign in' })).toBeNull();
    search('zebra');
    expect(list.queryAllByRole('link')).toEqual([]);
    expect(list.getByText('No pages match.')).toBeTruthy();
    search('');
    expect(list.getAllByRole('link')).toHaveLength(15);
  });

  it('lists the best page first, each with the place that it was found at', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge, '#/guide');
    await pageTitle('Connect to a system');
    const list = within(screen.getByRole('navigation', { name: 'User’s guide' }));
    const field = list.getByRole('searchbox', { name: 'Search the guide' });
    const search = (text: string) => {
      fireEvent.change(field, { target: { value: text } });
      return list.getAllByRole('link').map((link) => {
        const excerpt = link.getAttribute('aria-describedby');
        const place = excerpt === null ? null : document.getElementById(excerpt);
        return {
          name: document.getElementById(link.getAttribute('aria-labelledby') ?? '')?.textContent,
          excerpt: place?.textContent ?? '',
          marks: [...(place?.querySelectorAll('mark') ?? [])].map((mark) => mark.textContent),
        };
      });
    };
    // in the title, then in a heading, though the first page of the guide names them as well
    const found = search('jobs');
    expect(found[0]?.name).toBe('Jobs');
    expect(found.findIndex(({ name }) => name === 'Connect to a system')).toBeGreaterThan(0);
    const heading = search('cancel jobs')[0];
    expect(heading).toEqual({
      name: 'Jobs',
      excerpt: 'Cancel jobs',
      marks: ['Cancel', 'jobs'],
    });
    for (const { name, excerpt, marks } of search('passphrase')) {
      expect(marks.length, name).toBeGreaterThan(0);
      expect(marks.map((mark) => mark?.toLowerCase())).toEqual(marks.map(() => 'passphrase'));
      // as it is read: no marks of Markdown, and little of it
      expect(excerpt, name).not.toMatch(/[*`|\n]|\]\(/);
      expect(excerpt.length, name).toBeLessThan(120);
    }
    // without words there are the pages alone, in their order
    expect(search('')[0]).toEqual({ name: 'Connect to a system', excerpt: '', marks: [] });
  });

  it('is drawn in full: no page has a word left as Markdown', async () => {
    for (const language of ['en', 'ja'] as const) {
      const { bridge } = createWorld({ ...world, settings: { language } });
      const { unmount } = await openApp(bridge, '#/guide');
      const list = await screen.findByRole('navigation', {
        name: language === 'en' ? 'User’s guide' : '使い方',
      });
      await waitFor(() => expect(within(list).getAllByRole('link')).toHaveLength(15));
      for (const link of within(list).getAllByRole('link')) {
        fireEvent.click(link);
        // roles of all that a page has take long to be worked out
        const page = await waitFor(() => {
          const article = document.querySelector('article');
          expect(article?.querySelector('h2')?.textContent).toBe(link.textContent);
          expect(article?.querySelectorAll('.md strong').length).toBeGreaterThan(2);
          return article as HTMLElement;
        });
        expect(page.textContent).not.toMatch(/\*|\]\(|^#|\|/m);
        expect(page.querySelectorAll('.md-dead')).toHaveLength(0);
      }
      unmount();
    }
  });

  it('is reached by F1, by the list of keys and by the sidebar', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge, '#/machines');
    fireEvent.keyDown(document.body, { key: 'F1' });
    await pageTitle('Connect to a system');
    fireEvent.keyDown(document.body, { key: '1', ctrlKey: true });
    await screen.findByRole('heading', { level: 1, name: 'Machines' });
    fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
    const keys = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    // behind a dialog the keys of the host's menu mean nothing
    bridge.emit('app.command', { command: 'settings' });
    bridge.emit('app.command', { command: 'palette' });
    expect(window.location.hash).toBe('#/machines');
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBe(keys);
    fireEvent.click(within(keys).getByRole('button', { name: 'User’s guide' }));
    await pageTitle('Connect to a system');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('can be read before there is a system, and leads back to where one begins', async () => {
    const { bridge } = createWorld();
    await openApp(bridge, '');
    fireEvent.click(await screen.findByRole('button', { name: 'User’s guide' }));
    await pageTitle('Connect to a system');
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByText('What do you have?')).toBeTruthy();
    bridge.emit('app.command', { command: 'guide' });
    await pageTitle('Connect to a system');
    bridge.emit('app.command', { command: 'settings' });
    expect(window.location.hash).toBe('#/settings');
    // nothing of a system is gone to
    fireEvent.keyDown(document.body, { key: '2', ctrlKey: true });
    expect(window.location.hash).toBe('#/settings');
  });
});
