import type { Locator } from 'playwright';
import type { Texts } from '../../../tour/texts.ts';
import { clientId, withClient } from './clients.ts';
import { descriptionMenu, openOperation } from './console.ts';
import { rowMenu } from './files.ts';
import { openJob, openRecent } from './jobs.ts';
import { openView } from './machines.ts';
import { byPalette, composerOf, show, showConversation, type World } from './world.ts';

/** A menu, and the button that opens it. */
export interface MenuWalk {
  readonly site: string;
  readonly trigger: (world: World) => Promise<Locator>;
  /** Its own name, where it is not that of its button. */
  readonly named?: (t: Texts) => string;
  /** Puts back what `trigger` changed. */
  readonly after?: (world: World) => Promise<void>;
}

const button = ({ page, t }: World, key: string, values?: Record<string, string>) =>
  page.getByRole('button', { name: t(key, values), exact: true });

export const menus: readonly MenuWalk[] = [
  {
    site: 'features/machines/machines/detail/MachineDetail.tsx Menu',
    async trigger(world) {
      await show(world, 'machines');
      const close = await openView(world);
      await close.waitFor();
      const more = button(world, 'machines.own.more', { name: 'cpu-main' });
      if (!(await more.isVisible())) {
        await world.page.getByRole('button', { name: 'cpu-main', exact: true }).click();
      }
      await more.waitFor();
      return more;
    },
    // its address names no machine, which closes the panel
    after: (world) => show(world, 'machines'),
  },
  {
    site: 'features/work/files/TherePane.tsx Menu',
    trigger: rowMenu,
  },
  {
    site: 'features/work/jobs/list/JobsFilter.tsx Menu',
    async trigger(world) {
      await show(world, 'jobs');
      return button(world, 'jobs.view');
    },
  },
  {
    site: 'features/work/jobs/panel/JobPanel.tsx Menu',
    async trigger(world) {
      await openJob(world);
      return button(world, 'jobs.panel.more');
    },
  },
  {
    site: 'features/work/jobs/submit/SubmitPage.tsx Menu',
    async trigger(world) {
      await openRecent(world);
      return button(world, 'jobs.submit.recent');
    },
  },
  {
    site: 'features/work/console/import/DescriptionMenu.tsx Menu',
    trigger: descriptionMenu,
  },
  {
    site: 'features/work/console/request/RequestPane.tsx Menu',
    async trigger(world) {
      await openOperation(world, 'All machines');
      return button(world, 'console.request.more');
    },
  },
  {
    site: 'app/frame/SystemSwitcher.tsx Menu',
    named: (t) => t('frame.palette.systems'),
    async trigger(world) {
      await showConversation(world);
      return world.page
        .getByRole('complementary', { name: world.t('frame.sidebar') })
        .getByRole('button')
        .first();
    },
  },
  {
    site: 'features/chat/conversations/list/ListHeader.tsx Menu',
    async trigger(world) {
      await showConversation(world);
      return button(world, 'conversations.list.more');
    },
  },
  {
    site: 'features/chat/conversations/list/ConversationRow.tsx Menu',
    async trigger(world) {
      await showConversation(world);
      return button(world, 'chat.actionsOf', { title: world.title }).first();
    },
  },
  {
    site: 'features/chat/chat/ConversationHeader.tsx Menu',
    async trigger(world) {
      await showConversation(world);
      return button(world, 'chat.actionsOf', { title: world.title }).last();
    },
  },
  {
    site: 'features/chat/conversations/list/GroupRows.tsx Menu',
    async trigger(world) {
      await showConversation(world);
      await world.call('folders.add', { systemId: world.systemId, name: 'Papers' });
      return button(world, 'chat.folder.actionsOf', { name: 'Papers' });
    },
  },
  {
    site: 'features/chat/conversations/list/SelectionBar.tsx Menu',
    async trigger(world) {
      const { page, t, title } = world;
      await showConversation(world);
      await button(world, 'conversations.list.more').press('Enter');
      await page.getByRole('menuitem', { name: t('conversations.list.select') }).press('Enter');
      await page.getByRole('checkbox', { name: title, exact: true }).press('Space');
      return button(world, 'conversations.list.move');
    },
    after: (world) => button(world, 'conversations.list.endSelection').press('Enter'),
  },
  {
    site: 'features/chat/chat/composer/ServiceLine.tsx Menu',
    async trigger(world) {
      await showConversation(world);
      return button(world, 'limits.more');
    },
  },
  {
    site: 'attachments/AttachButton.tsx Menu',
    async trigger(world) {
      await showConversation(world);
      return button(world, 'attachments.add').first();
    },
  },
  {
    site: 'features/chat/chat/thread/AnswerFooter.tsx Menu',
    async trigger(world) {
      await showConversation(world);
      return button(world, 'chat.moreForAnswer').last();
    },
  },
  {
    site: 'features/chat/chat/limits/RemedyButtons.tsx Menu',
    async trigger(world) {
      await showConversation(world);
      // more than one model of the demo takes
      await composerOf(world).fill('文'.repeat(300_000));
      return button(world, 'limits.otherModel');
    },
    after: (world) => composerOf(world).fill(''),
  },
  {
    site: 'features/chat/keys/KeyRow.tsx Menu',
    async trigger(world) {
      await byPalette('keys')(world);
      const [before = ''] = world.t('keys.actionsOf', { name: '|' }).split('|');
      return world.page.getByRole('dialog').getByRole('button', { name: before }).first();
    },
    after: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    site: 'features/machines/machines/ViewMenu.tsx Menu',
    trigger: openView,
  },
  {
    site: 'features/systems/certificates/CertificateCard.tsx Menu',
    async trigger(world) {
      await show(world, 'certificates');
      return button(world, 'certificates.actions', { name: world.certificate.name });
    },
  },
  {
    site: 'features/systems/clients/ClientsMenu.tsx Menu',
    async trigger(world) {
      await withClient(world);
      return button(world, 'clients.more');
    },
  },
  {
    site: 'features/systems/clients/ClientActions.tsx Menu',
    async trigger(world) {
      await withClient(world);
      await world.page.locator('tbody [data-row-button]').first().press('Enter');
      return button(world, 'clients.moreOf', { clientId });
    },
    after: ({ page }) => page.keyboard.press('Escape'),
  },
];

/** A note that appears beside what is pointed at; by the keys where what it belongs to takes the focus. */
export interface TooltipWalk {
  readonly site: string;
  readonly by: 'focus' | 'pointer';
  readonly at: (world: World) => Promise<Locator>;
}

export const tooltips: readonly TooltipWalk[] = [
  {
    site: 'ui/buttons/IconButton.tsx Tooltip',
    by: 'focus',
    async at(world) {
      await showConversation(world);
      return button(world, 'conversations.list.more');
    },
  },
  {
    site: 'app/frame/Sidebar.tsx Tooltip',
    by: 'focus',
    async at(world) {
      await showConversation(world);
      const { page, t } = world;
      return page.getByRole('navigation').getByRole('button', { name: t('frame.screens.chat') });
    },
  },
  {
    site: 'features/chat/chat/composer/ContextMeter.tsx Tooltip',
    by: 'focus',
    async at(world) {
      await showConversation(world);
      const meter = world.page.getByRole('meter', { name: world.t('chat.context.label') });
      return world.page.locator('span[tabindex="0"]').filter({ has: meter });
    },
  },
  {
    site: 'features/machines/machines/LastCheck.tsx Tooltip',
    by: 'focus',
    async at(world) {
      await show(world, 'machines');
      return world.page.getByRole('main').locator('header span[tabindex="0"]').first();
    },
  },
  {
    site: 'features/machines/machines/Availability.tsx Tooltip',
    by: 'pointer',
    async at({ page, t, ...world }) {
      await show({ page, t, ...world }, 'machines');
      const [, after = ''] = t('machines.availability.up', { share: '|' }).split('|');
      return page.getByRole('row').nth(1).locator('span.relative', { hasText: after }).first();
    },
  },
  {
    site: 'ui/data/Time.tsx Tooltip',
    by: 'pointer',
    async at(world) {
      await showConversation(world);
      return world.page.getByRole('log').locator('time').last();
    },
  },
];
