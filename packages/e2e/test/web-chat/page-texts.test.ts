import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findChromium, launchChromium } from '../support/browser.ts';
import type { BlockSketch } from '../support/diagrams.ts';
import { closeServer, listen } from '../support/listen.ts';
import { type Look, openTestPages, type TestPages } from '../support/test-pages.ts';
import { startWebChatSite, type WebChatSite } from '../support/web-chat-site.ts';

const chromium = findChromium();
const screenshots = process.env['BOTWRIGHT_SCREENSHOTS'] ?? '';
const soon = { timeout: 30_000 };

const hebrew = 'מה השעה? (בערך) 10:30!';
const arabic = 'الساعة 10:30 (تقريبا)؟ https://example.org/a';
const longWord = 'Donaudampfschifffahrtsgesellschaftskapitänskajütenschlüsselloch';
const longUrl = `https://example.org/${'a'.repeat(300)}`;

const sayings: Readonly<Record<string, BlockSketch>> = {
  start: [
    'buttons',
    {
      text: `${hebrew}\n${longWord}\nPlain`,
      buttons: [
        { id: 'a', label: hebrew },
        { id: 'b', label: longWord },
        { id: 'c', label: `${'long label '.repeat(20)}${longUrl}` },
      ],
    },
  ],
  link: ['send_text', { text: longUrl }],
  file: ['send_media', { media_type: 'document', url: `https://example.org/${longWord}.pdf`, caption: longWord }],
  again: ['ask_yes_no', { text: arabic }],
  end: ['ask_question', { text: 'Name?' }],
};
const talk = {
  name: `${hebrew.slice(0, 12)} ${'x'.repeat(37)}`,
  blocks: sayings,
  connections: ['start.$a--link', 'link.$success--file', 'file.$success--again', 'again.$yes--end'],
} as const;

describe.skipIf(chromium === undefined)('texts on the page of the web chat', { timeout: 120_000 }, () => {
  let pages: TestPages;

  beforeAll(async () => {
    pages = await openTestPages(
      () => launchChromium(chromium ?? '', 'classic'),
      { locale: 'en' },
      () => {},
    );
  }, 60_000);
  afterAll(() => pages?.close());

  async function openPage(look: Look = {}, media: readonly string[] = []): Promise<{ site: WebChatSite; page: Page }> {
    const site = await startWebChatSite(undefined, media);
    onTestFinished(async () => {
      await pages.clear().finally(() => site.close());
    });
    return { site, page: await pages.shared(look) };
  }

  /** By how many pixels the page is wider and higher than the window, and how far the log is from its end. */
  const measure = (page: Page) =>
    page.evaluate(`(() => {
      const page = document.documentElement, log = document.querySelector('.log');
      return {
        wider: page.scrollWidth - page.clientWidth,
        logWider: log.scrollWidth - log.clientWidth,
        higher: page.scrollHeight - page.clientHeight,
        toEnd: Math.round(log.scrollHeight - log.scrollTop - log.clientHeight),
      };
    })()`);
  const fits = { wider: 0, logWider: 0, higher: 0, toEnd: 0 };

  it.for([
    ['light', { colorScheme: 'light', viewport: { width: 320, height: 560 } }],
    ['dark', { colorScheme: 'dark', viewport: { width: 320, height: 560 } }],
    ['wide', { viewport: { width: 1_024, height: 700 } }],
  ] as const)('[WC21][WC40] each text has its own direction, and long ones wrap: %s', async ([look, options]) => {
    const { site, page } = await openPage(options);
    await page.goto(`${site.origin}/chat/${await site.publish(talk)}`);
    await page.getByRole('button', { name: hebrew }).waitFor();
    expect(await measure(page)).toEqual(fits);
    if (screenshots !== '') await page.screenshot({ path: `${screenshots}/chat-texts-${look}-1.png` });
    const directionOf = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).direction`);
    expect(await directionOf('.buttons button:nth-child(1)')).toBe('rtl');
    expect(await directionOf('.buttons button:nth-child(2)')).toBe('ltr');
    expect(await directionOf('.bubble p')).toBe('rtl');
    expect(await directionOf('h1')).toBe('rtl');

    await page.getByRole('button', { name: hebrew }).click();
    await page.getByRole('button', { name: 'Yes' }).waitFor();
    await page.getByLabel('Your message').fill(hebrew);
    expect([await directionOf('.customer .bubble p'), await directionOf('textarea')]).toEqual(['rtl', 'rtl']);
    expect(await measure(page)).toEqual(fits);
    // Every element that shows a user's words has `dir="auto"`.
    const without = `[...document.querySelectorAll('p, button, textarea, input, h1, b, [role=status]')]
      .filter((element) => element.getAttribute('dir') !== 'auto').map(({ outerHTML }) => outerHTML)`;
    expect(await page.evaluate(without)).toEqual([]);
    if (screenshots !== '') await page.screenshot({ path: `${screenshots}/chat-texts-${look}-2.png` });
  });

  it('[WC37] the page is as high as its window, and the last message stays in view', async () => {
    const { site, page } = await openPage({ viewport: { width: 400, height: 420 } });
    const lines = Array.from({ length: 12 }, (_, index) => `Line ${index}`).join('\n');
    const bot = await site.publish({
      blocks: {
        start: [
          'buttons',
          { text: lines, buttons: Array.from({ length: 8 }, (_, id) => ({ id: `b${id}`, label: `Way ${id}` })) },
        ],
        more: ['ask_yes_no', { text: lines }],
        last: ['ask_date', { text: lines, showDatePicker: true }],
      },
      connections: ['start.$b0--more', 'more.$yes--last'],
    });
    await page.goto(`${site.origin}/chat/${bot}`);
    const next = (name: string) => page.getByRole('button', { name, exact: true });
    await next('Way 7').waitFor();
    expect(await measure(page)).toEqual(fits);
    await next('Way 0').click();
    await next('Yes').waitFor();
    await expect.poll(() => measure(page), soon).toEqual(fits);
    await next('Yes').click();
    await next('Send date').waitFor();
    await expect.poll(() => measure(page), soon).toEqual(fits);
    await page.reload();
    await next('Send date').waitFor();
    await expect.poll(() => measure(page), soon).toEqual(fits);
    await page.setViewportSize({ width: 400, height: 300 });
    await expect.poll(() => measure(page), soon).toEqual(fits);
    if (screenshots !== '') await page.screenshot({ path: `${screenshots}/chat-date-picker.png` });
  });

  /** A host of pictures that answers when it is allowed to. */
  async function startMedia() {
    const allowed = Promise.withResolvers<void>();
    const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="700"/>';
    const host = createServer((request, response) => {
      void allowed.promise.then(() => {
        if (request.url?.startsWith('/there') !== true) return response.writeHead(404).end();
        return response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(picture);
      });
    });
    const port = await listen(host);
    onTestFinished(() => closeServer(host));
    const closed = createServer();
    const closedPort = await listen(closed);
    await closeServer(closed);
    return {
      answer: () => allowed.resolve(),
      there: `http://localhost:${port}/there`,
      missing: `http://localhost:${port}/missing`,
      closed: `http://localhost:${closedPort}/closed`,
    };
  }

  const caption = 'The terrace in the evening, seen from the garden. '.repeat(5);
  const arePicturesDone = '[...document.images].every(({ complete }) => complete)';

  it.for([
    ['pictures that come', 'there'],
    ['pictures that are missing', 'missing'],
    ['pictures of a closed port', 'closed'],
  ] as const)('[WC37] the last message stays in view after %s', async ([, place]) => {
    const media = await startMedia();
    const { site, page } = await openPage({ viewport: { width: 320, height: 480 } }, ['localhost:*']);
    const names = ['front', 'side', 'back'];
    const sent = names.map((name): [string, BlockSketch] => [
      name,
      ['send_media', { url: `${media[place]}/${name}.png`, media_type: 'image', caption }],
    ]);
    const ways = ['start', ...names, 'end'];
    const bot = await site.publish({
      blocks: {
        start: ['ask_yes_no', { text: 'Shall I show you?' }],
        ...Object.fromEntries(sent),
        end: ['ask_question', { text: 'Do you like it?' }],
      },
      connections: ways.slice(1).map((way, index) => `${ways[index]}.${index === 0 ? '$yes' : '$success'}--${way}`),
    });
    await page.goto(`${site.origin}/chat/${bot}`);
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('Do you like it?').waitFor();
    await expect.poll(() => measure(page), soon).toEqual(fits);
    media.answer();
    await expect.poll(() => page.evaluate(arePicturesDone), soon).toBe(true);
    await expect.poll(() => measure(page), soon).toEqual(fits);
    if (screenshots !== '') await page.screenshot({ path: `${screenshots}/chat-pictures-${place}.png` });
    await page.setViewportSize({ width: 480, height: 320 });
    await expect.poll(() => measure(page), soon).toEqual(fits);
    await page.reload();
    await page.getByText('Do you like it?').waitFor();
    await expect.poll(() => page.evaluate(arePicturesDone), soon).toBe(true);
    await expect.poll(() => measure(page), soon).toEqual(fits);
  });

  /** Makes the first message this many pixels higher, like a font that loads late; `first` happens before. */
  const grow = (page: Page, pixels: number, first = '') =>
    page.evaluate(`(async () => {
      const log = document.querySelector('.log');
      ${first}
      document.querySelector('.bubble').style.paddingBottom = '${pixels}px';
      for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
    })()`);

  it('[WC37] the last message stays in view when another one grows or shrinks, and a reader further up stays there', async () => {
    const { site, page } = await openPage({ viewport: { width: 320, height: 480 } });
    const lines = Array.from({ length: 40 }, (_, index) => `Line ${index}`).join('\n');
    const bot = await site.publish({ blocks: { start: ['ask_yes_no', { text: lines }] } });
    await page.goto(`${site.origin}/chat/${bot}`);
    await page.getByRole('button', { name: 'Yes' }).waitFor();
    await expect.poll(() => measure(page), soon).toEqual(fits);
    await grow(page, 600);
    await expect.poll(() => measure(page), soon).toEqual(fits);
    await grow(page, 0);
    await expect.poll(() => measure(page), soon).toEqual(fits);
    // It grows before the page hears that the visitor has come near the end.
    await grow(page, 600, 'log.scrollTop -= 10;');
    await grow(page, 900, 'log.scrollTop += 10;');
    await expect.poll(() => measure(page), soon).toEqual(fits);

    await page.evaluate("document.querySelector('.log').scrollTop = 0");
    await grow(page, 0);
    await grow(page, 700);
    expect(await page.evaluate("document.querySelector('.log').scrollTop")).toBe(0);
    await page.evaluate("document.querySelector('.log').scrollTop = 10_000");
    await grow(page, 100);
    await grow(page, 900);
    await expect.poll(() => measure(page), soon).toEqual(fits);
  });

  it.for([
    ['dd/MM/yyyy', ['%d/%m/%Y'], '05/03/2031'],
    ['MM/dd/yy', ['%m/%d/%y'], '03/05/31'],
    [undefined, undefined, '2031-03-05'],
  ] as const)('[WC38] a date is picked, and sent as %s', async ([pickerFormat, format, written]) => {
    const { site, page } = await openPage();
    const params = { showDatePicker: true, ...(pickerFormat && { pickerFormat }), ...(format && { format }) };
    const bot = await site.publish({
      blocks: {
        start: ['ask_date', { text: 'When?', destination: 'day', ...params }],
        said: ['ask_question', { text: 'On @{day}. Name?' }],
      },
      connections: ['start.$success--said'],
    });
    await page.goto(`${site.origin}/chat/${bot}`);
    await page.getByLabel('Date', { exact: true }).fill('2031-03-05');
    await page.getByRole('button', { name: 'Send date' }).click();
    await page.getByText('On 2031-03-05. Name?').waitFor();
    await page.getByRole('log').getByText(written, { exact: true }).waitFor();
    expect(await page.getByLabel('Date', { exact: true }).count()).toBe(0);
  });

  it('[RN64][WC39] a file is answered with its address, and the page says so', async () => {
    const { site, page } = await openPage({ viewport: { width: 320, height: 560 } });
    const bot = await site.publish({
      blocks: {
        start: ['ask_question', { text: 'Name?' }],
        file: ['ask_file', { text: 'Your CV?', destination: 'cv' }],
        done: ['ask_question', { text: 'Got @{cv}. More?' }],
      },
      connections: ['start.$success--file', 'file.$success--done'],
    });
    await page.goto(`${site.origin}/chat/${bot}`);
    const say = async (text: string) => {
      await page.getByLabel('Your message').fill(text);
      await page.keyboard.press('Enter');
    };
    await page.getByText('Name?').waitFor();
    await say('Ada');
    await page.getByText(/Files cannot be sent from here/).waitFor();
    if (screenshots !== '') await page.screenshot({ path: `${screenshots}/chat-file.png` });
    await say('here it is');
    await page.getByText('Your CV?').nth(1).waitFor();
    await say('https://example.org/cv.pdf');
    await page.getByText('Got https://example.org/cv.pdf. More?').waitFor();
    expect(await page.getByText(/Files cannot be sent/).count()).toBe(0);
  });

  it('[WC35] a double tap does not answer the next question, where the same button is', async () => {
    const { site, page } = await openPage();
    const ask = (text: string): BlockSketch => ['ask_yes_no', { text }];
    const bot = await site.publish({
      blocks: { start: ask('Tea?'), milk: ask('Milk?'), sugar: ask('Sugar?') },
      connections: ['start.$yes--milk', 'milk.$yes--sugar'],
    });
    await page.goto(`${site.origin}/chat/${bot}`);
    const yes = page.getByRole('button', { name: 'Yes' });
    await yes.waitFor();
    await yes.click();
    await page.getByText('Milk?').waitFor();
    // The answer was faster than the second click of a double click.
    const { x = 0, y = 0 } = (await yes.boundingBox()) ?? {};
    await page.mouse.move(x + 5, y + 5);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    // Two presses of one message, before the page shows anything of the first.
    await page.evaluate(`(() => {
      const button = document.querySelector('.buttons button');
      button.click();
      button.click();
    })()`);
    await page.getByText('Sugar?').waitFor();
    expect(await page.locator('.customer .bubble').count()).toBe(2);
  });

  it.for([['allow-scripts allow-forms'], ['allow-scripts']])(
    '[WC36] works in a frame that has no origin, sandbox="%s"',
    async ([sandbox]) => {
      const { site, page } = await openPage({ viewport: { width: 500, height: 600 } });
      const bot = await site.publish(talk);
      const host = createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><html lang="en"><title>Acme</title>
        <iframe title="Chat" width="400" height="500" sandbox="${sandbox}" src="${site.origin}/chat/${bot}"></iframe>`);
      });
      const address = `http://127.0.0.1:${await listen(host)}/`;
      onTestFinished(() => closeServer(host));
      await page.goto(address);
      const frame = page.frameLocator('iframe');
      await frame.getByRole('button', { name: hebrew }).click();
      await frame.getByRole('button', { name: 'Yes' }).click();
      await frame.getByText('Name?').waitFor();
      await frame.getByLabel('Your message').fill('Ada');
      await frame.getByRole('button', { name: 'Send' }).click();
      await frame.getByText('Ada', { exact: true }).waitFor();
      expect(await site.visitors()).toMatchObject([{ isExternal: true }]);
      if (screenshots !== '') await page.screenshot({ path: `${screenshots}/chat-sandbox.png` });
    },
  );
});
