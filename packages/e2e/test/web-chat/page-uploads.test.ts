import { memoryFileStore } from '@botwright/core/memory';
import type { FileStore } from '@botwright/core/ports';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findChromium, launchChromium } from '../support/browser.ts';
import { type Look, openTestPages, type TestPages } from '../support/test-pages.ts';
import { startWebChatSite, type WebChatSite } from '../support/web-chat-site.ts';

const chromium = findChromium();
const screenshots = process.env['BOTWRIGHT_SCREENSHOTS'] ?? '';
const phone = { viewport: { width: 320, height: 560 } } as const;

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==',
  'base64',
);
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: png });

function asking(params: object) {
  return {
    blocks: {
      start: ['opening', {}],
      file: ['ask_file', { text: 'Your photos?', destination: 'photos', ...params }],
      done: ['ask_question', { text: 'Got @{photos}.' }],
    },
    connections: ['start.$success--file', 'file.$success--done'],
  } as const;
}

describe.skipIf(chromium === undefined)('files on the page of the web chat', { timeout: 120_000 }, () => {
  let pages: TestPages;

  beforeAll(async () => {
    pages = await openTestPages(
      () => launchChromium(chromium ?? '', 'classic'),
      { locale: 'en' },
      () => {},
    );
  }, 60_000);
  afterAll(() => pages?.close());

  async function openPage(
    look: Look = {},
    files: FileStore = memoryFileStore(),
  ): Promise<{ site: WebChatSite; page: Page }> {
    const site = await startWebChatSite(undefined, [], files);
    onTestFinished(async () => {
      await pages.clear().finally(() => site.close());
    });
    return { site, page: await pages.shared(look) };
  }

  it('[FS40][FS41] a file is chosen with the keyboard, sent and shown', async () => {
    const { site, page } = await openPage(phone);
    await page.goto(`${site.origin}/chat/${await site.publish(asking({ accept: ['image', 'application/pdf'] }))}`);
    // It does nothing while the bot works.
    const choose = page.getByRole('button', { name: 'Choose a file', disabled: false });
    await choose.waitFor();
    expect(await page.locator('input[type=file]').evaluate((input) => input.outerHTML)).toContain(
      'accept="image/*,application/pdf"',
    );
    await page.getByText('A file (picture, PDF) of at most 10 MiB, or the address of one.').waitFor();
    if (screenshots !== '') await page.screenshot({ path: `${screenshots}/chat-upload.png` });
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.press('Enter')]);
    expect(chooser.isMultiple()).toBe(false);
    await chooser.setFiles(picture('me.png'));
    await page.getByText(/Got http:.*\/me\.png\./).waitFor();
    await expect
      .poll(() => page.locator('.customer img').evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBe(1);
    expect(await page.getByRole('button', { name: 'Choose a file' }).count()).toBe(0);
  });

  it('[FS41] a file that the server does not take, or that is too large, is not sent, and the page says why', async () => {
    const { site, page } = await openPage(phone);
    const bot = await site.publish(asking({ accept: ['image'], maxBytes: 1_000 }));
    await page.goto(`${site.origin}/chat/${bot}`);
    const input = page.locator('input[type=file]');
    await input.setInputFiles({ name: 'cv.png', mimeType: 'image/png', buffer: Buffer.from('%PDF-1.7') });
    const status = page.locator('.picker [role=status]');
    await page.getByText(/cv\.png was not sent: Files of the type application\/pdf/).waitFor();
    expect(await status.getAttribute('class')).toBe('refused');
    if (screenshots !== '') await page.screenshot({ path: `${screenshots}/chat-upload-refused.png` });
    await input.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(1_001) });
    await page.getByText('large.png was not sent: It is larger than 1000 bytes.').waitFor();
    await input.setInputFiles(picture('me.png'));
    await page.getByText(/Got http:.*\/me\.png\./).waitFor();
  });

  it('[FS42] several files are sent one after another, until the visitor is done', async () => {
    const { site, page } = await openPage(phone);
    await page.goto(`${site.origin}/chat/${await site.publish(asking({ several: true, doneLabel: 'That is all' }))}`);
    const input = page.locator('input[type=file]');
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    await input.setInputFiles([picture('a.png'), picture('b.png')]);
    await page.getByText('b.png was sent.').waitFor();
    await expect.poll(() => page.locator('.customer img').count()).toBe(2);
    if (screenshots !== '') await page.screenshot({ path: `${screenshots}/chat-upload-several.png` });
    await page.getByRole('button', { name: 'That is all' }).click();
    await page.getByText(/Got .*\/a\.png.*\/b\.png/).waitFor();
  });

  it('[FS41] shows how much was sent, and a button that cancels', async () => {
    const { site, page } = await openPage(phone);
    await page.goto(`${site.origin}/chat/${await site.publish(asking({}))}`);
    const input = page.locator('input[type=file]');
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    const network = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1 };
    await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: 20_000 });
    await input.setInputFiles({
      name: 'film.png',
      mimeType: 'image/png',
      buffer: Buffer.concat([png, Buffer.alloc(900_000)]),
    });
    await page.getByRole('progressbar', { name: 'Sending film.png' }).waitFor();
    if (screenshots !== '') await page.screenshot({ path: `${screenshots}/chat-upload-progress.png` });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('film.png was not sent.').waitFor();
    await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
    await expect
      .poll(
        async () => {
          if ((await page.getByText(/Got http/).count()) === 0) await input.setInputFiles(picture('me.png'));
          return page.getByText(/Got http:.*\/me\.png\./).count();
        },
        { timeout: 20_000, interval: 1_000 },
      )
      .toBe(1);
  });
});
