import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { axeFindings } from '../support/axe-findings.ts';
import { findChromium, launchChromium } from '../support/browser.ts';
import type { BlockSketch } from '../support/diagrams.ts';
import { type Look, openTestPages, type TestPages } from '../support/test-pages.ts';
import { startWebChatSite } from '../support/web-chat-site.ts';

const chromium = findChromium();
const screenshots = process.env['BOTWRIGHT_SCREENSHOTS'] ?? '';

const shown = (id: string, text: string) => ({ id, texts: [text], shown: true });
const blocks: Readonly<Record<string, BlockSketch>> = {
  start: ['ask_question', { text: 'Your name?', destination: 'who' }],
  bye: ['send_text', { text: 'Bye @{who}.' }],
  words: [
    'keywords',
    {
      afterwards: 'come_back',
      words: [
        shown('help', 'Help'),
        shown('hours', 'Opening hours'),
        shown('long', 'A very long word that nobody types, which is cut at the end of a small screen'),
        shown('hebrew', 'עזרה'),
      ],
    },
  ],
  explain: ['send_text', { text: 'We help.' }],
};
const connections = [
  'start.$success--bye',
  ...['help', 'hours', 'long', 'hebrew'].map((id) => `words.$${id}--explain`),
];

describe.skipIf(chromium === undefined)('quick words on the page of the web chat', { timeout: 120_000 }, () => {
  let pages: TestPages;

  beforeAll(async () => {
    pages = await openTestPages(
      () => launchChromium(chromium ?? '', 'classic'),
      { locale: 'en' },
      () => {},
    );
  }, 60_000);
  afterAll(() => pages?.close());

  async function open(look: Look = {}): Promise<Page> {
    const site = await startWebChatSite();
    onTestFinished(async () => {
      await pages.clear().finally(() => site.close());
    });
    const page = await pages.shared(look);
    const number = await site.publish({ blocks, connections });
    await page.goto(`${site.origin}/chat/${number}`);
    await page.getByText('Your name?').waitFor();
    return page;
  }

  it.for<readonly [string, Look]>([
    ['phone', { viewport: { width: 320, height: 640 } }],
    ['dark', { colorScheme: 'dark', viewport: { width: 900, height: 700 } }],
  ])('[KW19] are a named group below the text field, and no wider than the window: %s', async ([name, look]) => {
    const page = await open(look);
    const words = page.getByRole('group', { name: 'Quick words' }).getByRole('button');
    await words.first().waitFor();
    expect(await words.count()).toBe(4);
    const below = await page.evaluate(`(() => {
      const [page, field, row] = [document.documentElement, document.querySelector('#text'), document.querySelector('.quick-words')];
      return [page.scrollWidth - page.clientWidth, row.getBoundingClientRect().top >= field.getBoundingClientRect().bottom];
    })()`);
    expect([below, await axeFindings(page)]).toEqual([[0, true], []]);
    if (screenshots !== '') await page.screenshot({ path: `${screenshots}/chat-words-${name}.png` });
    await words.first().click();
    await page.getByText('We help.').waitFor();
    expect(await page.locator('.customer .bubble p').allInnerTexts()).toEqual(['Help']);
  });

  it('[KW19] the keyboard presses them', async () => {
    const page = await open();
    const word = page.getByRole('button', { name: 'Opening hours' });
    await word.waitFor();
    await word.focus();
    await page.keyboard.press('Enter');
    await page.getByText('We help.').waitFor();
    await page.getByLabel('Your message').fill('Ada');
    await page.keyboard.press('Enter');
    await page.getByText('Bye Ada.').waitFor();
  });
});
