import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { axeFindings } from '../support/axe-findings.ts';
import { findChromium, launchChromium } from '../support/browser.ts';
import type { BlockSketch } from '../support/diagrams.ts';
import { type Look, openTestPages, type TestPages } from '../support/test-pages.ts';
import { startWebChatSite, type WebChatSite } from '../support/web-chat-site.ts';

const chromium = findChromium();
const screenshots = process.env['BOTWRIGHT_SCREENSHOTS'] ?? '';

const toppings = ['Ham', 'Cheese, grated', 'מה', 'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik'];

/** @param origin - Of the pictures. */
const talkOn = (origin: string): Readonly<Record<string, BlockSketch>> => ({
  start: [
    'ask_choices',
    {
      text: 'Which toppings?',
      destination: 'toppings',
      max: 2,
      doneLabel: 'That is all',
      choices: toppings.map((label, at) => ({ id: `t${at}`, label })),
    },
  ],
  rating: [
    'ask_rating',
    { text: 'How was it?', destination: 'rating', max: 10, lowLabel: 'Not good', highLabel: 'Very good' },
  ],
  smiley: ['ask_rating', { text: 'And we?', destination: 'we', icon: 'smiley' }],
  room: [
    'ask_card',
    {
      text: 'Which room?',
      destination: 'room',
      cards: [
        { id: 'sea', title: 'Sea', text: 'With a view of the bay', image: `${origin}/picture.svg`, label: 'Take it' },
        { id: 'hill', title: 'Hill', image: `${origin}/picture.svg`, url: `${origin}/frame/1` },
        { id: 'wood', title: 'Wood', text: 'Quiet' },
        { id: 'town', title: 'Town' },
      ],
    },
  ],
  end: ['ask_question', { text: 'For @{toppings}, @{rating}, @{we} and @{room}, anything else?' }],
});
const connections = [
  'start.$success--rating',
  'rating.$success--smiley',
  'smiley.$success--room',
  ...['sea', 'hill', 'wood', 'town'].map((id) => `room.$${id}--end`),
];

describe.skipIf(chromium === undefined)('choices on the page of the web chat', { timeout: 120_000 }, () => {
  let pages: TestPages;

  beforeAll(async () => {
    pages = await openTestPages(
      () => launchChromium(chromium ?? '', 'classic'),
      { locale: 'en' },
      () => {},
    );
  }, 60_000);
  afterAll(() => pages?.close());

  async function open(look: Look = {}): Promise<{ page: Page; site: WebChatSite }> {
    const site = await startWebChatSite();
    onTestFinished(async () => {
      await pages.clear().finally(() => site.close());
    });
    const page = await pages.shared(look);
    const number = await site.publish({ blocks: talkOn(site.origin), connections });
    await page.goto(`${site.origin}/chat/${number}`);
    await page.getByRole('checkbox').first().waitFor();
    return { page, site };
  }

  const wider = (page: Page) =>
    page.evaluate(`(() => {
      const page = document.documentElement, log = document.querySelector('.log');
      return [page.scrollWidth - page.clientWidth, log.scrollWidth - log.clientWidth];
    })()`);

  it.for<readonly [string, Look]>([
    ['phone', { viewport: { width: 320, height: 640 } }],
    ['dark', { colorScheme: 'dark', viewport: { width: 900, height: 700 } }],
  ])(
    '[CX21][CX22][CX23] boxes, ratings and cards are named, and no wider than the window: %s',
    async ([name, look]) => {
      const { page } = await open(look);
      const check = async (part: string) => {
        expect([await wider(page), await axeFindings(page)]).toEqual([[0, 0], []]);
        if (screenshots !== '') await page.screenshot({ path: `${screenshots}/chat-${part}-${name}.png` });
      };
      const group = (question: string) => page.getByRole('group', { name: question });
      const boxes = group('Which toppings?').getByRole('checkbox');
      const done = page.getByRole('button', { name: 'That is all' });
      expect([await boxes.count(), await done.isDisabled()]).toEqual([4, true]);
      await boxes.nth(1).check();
      await page.getByText('Donau').click();
      expect([await boxes.nth(0).isDisabled(), await boxes.nth(3).isChecked()]).toEqual([true, true]);
      await boxes.nth(3).uncheck();
      expect(await boxes.nth(0).isDisabled()).toBe(false);
      await boxes.nth(0).check();
      await check('boxes');
      await done.click();

      const best = group('How was it?').getByRole('button', { name: '10, Very good' });
      await best.waitFor();
      await boxes.first().waitFor({ state: 'detached' });
      await group('How was it?').getByRole('button', { name: '7' }).hover();
      await check('rating');
      await best.click();
      await group('And we?').getByRole('button', { name: '5' }).waitFor();
      await check('smiley');
      await group('And we?').getByRole('button', { name: '4' }).click();

      await group('Which room?').getByRole('button', { name: 'Wood Quiet' }).waitFor();
      await page.waitForFunction('[...document.images].every(({ naturalWidth }) => naturalWidth > 0)');
      await check('cards');
      const opened = page.waitForEvent('popup');
      await group('Which room?').getByRole('link', { name: 'Hill' }).click();
      expect((await opened).url()).toMatch(/\/frame\/1$/);
      await page.getByText('For ["Ham","Cheese, grated"], 10, 4 and Hill, anything else?').waitFor();
      const said = await page.locator('.customer .bubble p').allInnerTexts();
      expect(said).toEqual(['Ham, Cheese, grated', '10', '4', 'Hill']);
    },
  );

  it('[CX21][CX22][CX23] the keyboard answers each, and typed words too', async () => {
    const { page } = await open();
    await page.getByRole('checkbox').first().focus();
    await page.keyboard.press('Space');
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('How was it?').waitFor();
    await page.getByLabel('Your message').fill('3');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '4', exact: true }).focus();
    await page.keyboard.press('Enter');
    const last = page.getByRole('button', { name: 'Town' });
    await last.focus();
    await page.keyboard.press('Space');
    await page.getByText('For ["Ham"], 3, 4 and Town, anything else?').waitFor();
  });
});
