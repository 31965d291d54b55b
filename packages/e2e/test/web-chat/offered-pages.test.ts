import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findChromium, launchChromium } from '../support/browser.ts';
import type { BlockSketch } from '../support/diagrams.ts';
import { closeServer, listen } from '../support/listen.ts';
import { openTestPages, type TestPages } from '../support/test-pages.ts';
import { startWebChatSite, type WebChatSite } from '../support/web-chat-site.ts';

const chromium = findChromium();

describe.skipIf(chromium === undefined)('times and offered pages in the web chat', { timeout: 120_000 }, () => {
  let pages: TestPages;

  beforeAll(async () => {
    pages = await openTestPages(
      () => launchChromium(chromium ?? '', 'classic'),
      { locale: 'en' },
      () => {},
    );
  }, 60_000);
  afterAll(() => pages?.close());

  async function openPage(): Promise<{ site: WebChatSite; page: Page; shop: string }> {
    const site = await startWebChatSite();
    const server = createServer((_, response) => response.end('<!doctype html><title>Shop</title>'));
    const port = await listen(server);
    onTestFinished(async () => {
      await pages.clear().finally(() => site.close());
      await closeServer(server);
    });
    return { site, page: await pages.shared(), shop: `http://127.0.0.1:${port}/shop` };
  }

  const offering = (params: BlockSketch[1]) => ({
    blocks: {
      start: ['buttons', { text: 'Where to?', buttons: [{ id: 'a', label: 'Shop' }] }],
      page: ['open_url', { text: 'Our shop', ...params }],
      more: ['ask_question', { text: 'Anything else?' }],
    } as const,
    connections: ['start.$a--page', 'page.$success--more'],
  });

  it('[LG28] a time is picked, and sent', async () => {
    const { site, page } = await openPage();
    const bot = await site.publish({
      blocks: {
        start: ['ask_time', { text: 'When?', destination: 'time' }],
        said: ['ask_question', { text: 'At @{time}. Name?' }],
      },
      connections: ['start.$success--said'],
    });
    await page.goto(`${site.origin}/chat/${bot}`);
    await page.getByLabel('Time', { exact: true }).fill('17:30');
    await page.getByRole('button', { name: 'Send time' }).click();
    await page.getByText('At 17:30. Name?').waitFor();
    expect(await page.getByLabel('Time', { exact: true }).count()).toBe(0);
  });

  it('[LG29][LG30] a page opens after a press, once, and stays a link', async () => {
    const { site, page, shop } = await openPage();
    const bot = await site.publish(offering({ url: shop }));
    await page.goto(`${site.origin}/chat/${bot}`);
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Shop' }).click();
    const other = await opened;
    await other.waitForURL(shop);
    expect(await other.evaluate('opener')).toBeNull();
    await other.close();
    const link = page.getByRole('link', { name: 'Our shop' });
    await link.waitFor();
    expect([
      await link.getAttribute('href'),
      await link.getAttribute('target'),
      await link.getAttribute('rel'),
    ]).toEqual([shop, '_blank', 'noopener noreferrer nofollow']);
    const popups: Page[] = [];
    page.on('popup', (popup) => popups.push(popup));
    await page.reload();
    await page.getByText('Anything else?').waitFor();
    await page.getByLabel('Your message').fill('no');
    expect(popups).toEqual([]);
  });

  it('[LG30] a page takes the place of the chat', async () => {
    const { site, page, shop } = await openPage();
    const bot = await site.publish(offering({ url: shop, target: 'same' }));
    await page.goto(`${site.origin}/chat/${bot}`);
    await page.getByRole('button', { name: 'Shop' }).click();
    await page.waitForURL(shop);
    await page.goBack();
    expect(await page.getByRole('link', { name: 'Our shop' }).getAttribute('target')).toBeNull();
  });

  it('[LG29][LG31] in a frame the page around it gets a message', async () => {
    const { site, page, shop } = await openPage();
    const bot = await site.publish(offering({ url: shop, target: 'same' }));
    const around = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><script>var received = []; addEventListener('message', ({ data }) => received.push(data));</script>
        <iframe src="${site.origin}/chat/${bot}" width="400" height="600"></iframe>`);
    });
    const port = await listen(around);
    onTestFinished(() => closeServer(around));
    await page.goto(`http://localhost:${port}/`);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Shop' }).click();
    const link = frame.getByRole('link', { name: 'Our shop' });
    await link.waitFor();
    expect(await page.evaluate('received')).toEqual([
      { type: 'botwright:open', url: shop, label: 'Our shop', target: 'same' },
    ]);
    expect(await link.getAttribute('target')).toBe('_blank');
  });
});
