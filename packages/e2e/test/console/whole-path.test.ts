import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReceiver } from '../../../cli/test/support/receiver.ts';
import { createTestFolder } from '../../../cli/test/support/test-folder.ts';
import { findChromium, launchChromium } from '../support/browser.ts';

const chromium = findChromium();
const screenshots = process.env['BOTWRIGHT_SCREENSHOTS'] ?? '';

describe.skipIf(chromium === undefined)('from a first start to a delivery, in Chromium', { timeout: 180_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium(chromium ?? '');
  }, 60_000);
  afterAll(() => browser?.close());

  async function newPage(complaints: string[]): Promise<Page> {
    const context = await browser.newContext({ locale: 'en', viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (/Content.Security.Policy|Refused/i.test(message.text())) complaints.push(message.text());
    });
    return page;
  }

  async function shoot(page: Page, name: string): Promise<void> {
    if (screenshots !== '') await page.screenshot({ path: join(screenshots, `${name}.png`) });
  }

  it('[SV54][SV55][SV71][CO10][CO34][CO40][WC3] the demo bot is tried, broken, mended, published, visited and reported', async () => {
    const { run, writeConfig } = createTestFolder();
    const receiver = await startReceiver();
    const config = writeConfig({ allow_private_targets: true });
    const server = run('serve', '--port', '0', '--chat-port', '0', '--config', config);
    await server.untilPrinted(/Ctrl\+C/);
    const [, link = ''] = /Console {7}(\S+)/.exec(server.stdout()) ?? [];
    const [, chatUrl = ''] = /Web chat {6}(\S+)/.exec(server.stdout()) ?? [];
    const complaints: string[] = [];
    const [page, visitor] = [await newPage(complaints), await newPage(complaints)];
    const button = (name: string, on: Page = page) => on.getByRole('button', { name, exact: true });
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    const block = page.locator('[data-block="welcome"]');
    const text = page.getByRole('tabpanel').getByLabel('Text', { exact: true });

    // One click: the link.
    await page.goto(link);
    await page.getByRole('link', { name: 'Book a table', exact: true }).click();
    await block.waitFor();
    await tab('Talk').click();
    await button('Opening hours').click();
    await page.getByRole('log').getByText('We are open from Tuesday to Sunday').waitFor();
    await shoot(page, 'whole-talk');

    await visitor.goto(chatUrl);
    await visitor.getByText('Hello, this is the Blue Door.').waitFor();

    await block.click();
    await tab('Block').click();
    await text.fill('');
    await block.locator('.block-marks.error').waitFor();
    await shoot(page, 'whole-broken');
    await text.fill('Welcome to the Red Door!');
    await block.locator('.block-marks').waitFor({ state: 'detached' });
    // Before the change is saved: the dialog waits for it.
    await button('Publish').click();
    await page.getByRole('dialog', { name: 'Publish Book a table' }).getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button('Start over', visitor).click();
    await visitor.getByText('Welcome to the Red Door!').waitFor();
    await shoot(visitor, 'whole-visitor');

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Channels' }).click();
    await page
      .getByRole('link', { name: /^Book a table/ })
      .first()
      .click();
    await button('New hook').click();
    await page.getByLabel('Address').fill(`${receiver.url}/hook`);
    await button('Create').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button('Opening hours', visitor).click();
    await visitor.getByText('We are open from Tuesday to Sunday').waitFor();
    await receiver.until(1);

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Deliveries' }).click();
    const row = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').filter({ hasText: 'Delivered' });
    await row.first().getByRole('link').click();
    await page.getByText('Answered 200').first().waitFor();
    await shoot(page, 'whole-delivery');
    await button('Send again').click();
    const before = receiver.arrivals.length;
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Sent again from another').first().waitFor();
    await expect.poll(() => receiver.arrivals.length, { timeout: 60_000 }).toBeGreaterThan(before);
    const bodies = receiver.arrivals.map(({ body }) => body);
    expect(bodies.slice(0, before)).toContain(bodies.at(-1));
    await receiver.close();
    expect(complaints).toEqual([]);
  });
});
