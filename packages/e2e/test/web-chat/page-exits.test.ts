import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { axeFindings } from '../support/axe-findings.ts';
import { findChromium, launchChromium } from '../support/browser.ts';
import { openTestPages, type TestPages } from '../support/test-pages.ts';
import { startWebChatSite } from '../support/web-chat-site.ts';

const chromium = findChromium();

const skipped = [{ id: 'skipped', label: 'Not now' }];
const blocks = {
  start: ['ask_choices', { text: 'Toppings?', choices: [{ id: 'ham', label: 'Ham' }], exits: skipped }],
  rating: ['ask_rating', { text: 'And we?', exits: skipped }],
  mail: ['ask_email', { text: 'Your mail?', exits: [...skipped, { id: 'timeout', seconds: 5 }] }],
  late: ['ask_question', { text: 'Still there?' }],
} as const;
const connections = ['start.$skipped--rating', 'rating.$skipped--mail', 'mail.$timeout--late'];

describe.skipIf(chromium === undefined)('exits on the page of the web chat', { timeout: 120_000 }, () => {
  let pages: TestPages;

  beforeAll(async () => {
    pages = await openTestPages(
      () => launchChromium(chromium ?? '', 'classic'),
      { locale: 'en' },
      () => {},
    );
  }, 60_000);
  afterAll(() => pages?.close());

  it('[EX11][EX12][EX16] a phone shows the button to skip, and what is said after the time', async () => {
    const site = await startWebChatSite();
    onTestFinished(async () => {
      await pages.clear().finally(() => site.close());
    });
    const page = await pages.shared({ viewport: { width: 320, height: 640 } });
    const number = await site.publish({ blocks, connections });
    await page.goto(`${site.origin}/chat/${number}`);
    const skip = page.getByRole('button', { name: 'Not now' });

    await page.getByRole('checkbox').waitFor();
    expect([await skip.count(), await axeFindings(page)]).toEqual([1, []]);
    await skip.focus();
    await page.keyboard.press('Enter');

    await page.getByRole('group', { name: 'And we?' }).getByRole('button', { name: '5' }).waitFor();
    expect(await skip.count()).toBe(1);
    await skip.click();

    await page.getByText('Your mail?').waitFor();
    await skip.waitFor();
    expect(await page.getByLabel('Your message').getAttribute('inputmode')).toBe('email');
    await page.getByText('Still there?').waitFor();
    await skip.waitFor({ state: 'detached' });
    expect(await page.locator('.customer .bubble p').allInnerTexts()).toEqual(['Not now', 'Not now']);
  });
});
