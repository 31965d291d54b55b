import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { axeFindings } from '../support/axe-findings.ts';
import { findChromium, launchChromium } from '../support/browser.ts';
import { echo } from '../support/diagrams.ts';
import { closeServer, listen } from '../support/listen.ts';
import { type PageFacts, readFacts } from '../support/page-scripts.ts';
import { openTestPages, type TestPages } from '../support/test-pages.ts';
import { framing, startWebChatSite, type WebChatSite } from '../support/web-chat-site.ts';

const chromium = findChromium();
/** The time-out of changes without user action, on a busy machine. */
const soon = { timeout: 30_000 };
const screenshots = process.env['BOTWRIGHT_SCREENSHOTS'] ?? '';

const asksWhich = {
  name: 'The Blue Door',
  blocks: {
    start: [
      'buttons',
      {
        text: 'Hello, this is the Blue Door. What can I do for you?',
        buttons: [
          { id: 'book', label: 'Book a table' },
          { id: 'hours', label: 'Opening hours' },
        ],
      },
    ],
    book: ['ask_question', { text: 'Gladly. What is your name?', destination: 'name' }],
    hours: ['ask_question', { text: 'From 6 to 11. Anything else? See https://acme.test/hours.', destination: 'more' }],
    thanks: ['ask_question', { text: 'Thank you, @{name}. For how many?', destination: 'guests' }],
  },
  connections: ['start.$book--book', 'start.$hours--hours', 'book.$success--thanks'],
} as const;

describe.skipIf(chromium === undefined)('the page of the web chat, in Chromium', { timeout: 120_000 }, () => {
  let site: WebChatSite;
  let pages: TestPages;
  let page: Page;
  /** Violations of the page's policy, scripts that failed, and requests to other hosts. */
  let complaints: string[];

  beforeAll(async () => {
    pages = await openTestPages(() => launchChromium(chromium ?? ''), { locale: 'en' }, watch);
  }, 60_000);
  afterAll(() => pages?.close());
  beforeEach(async () => {
    site = await startWebChatSite();
    complaints = [];
    page = await pages.shared();
  });
  afterEach(async () => {
    await pages.clear().finally(() => site.close());
    expect(complaints).toEqual([]);
  });

  function watch(page: Page): void {
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (/Content.Security.Policy|Refused to/i.test(message.text())) complaints.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(site.origin)) complaints.push(request.url());
    });
  }

  const open = (bot: number | string) => page.goto(`${site.origin}/chat/${bot}`);
  const seen = (text: string | RegExp) => page.getByRole('log').getByText(text).first().waitFor();
  const said = (text: string | RegExp) => page.getByRole('status').getByText(text).waitFor();
  const field = () => page.getByLabel('Your message');
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  async function say(text: string): Promise<void> {
    await field().fill(text);
    await page.keyboard.press('Enter');
  }

  /** The text of the log for a screen reader, without the times. */
  async function heard(): Promise<readonly string[]> {
    const lines = await page.locator('.said > :not(:has(.working))').allInnerTexts();
    return lines.map((line) =>
      line
        .replaceAll(/\s*\d\d?:\d\d( [AP]M)?\s*/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
  }

  const visitorNumber = async () => (await site.visitors())[0]?.number ?? 0;
  const stored = async () =>
    (await site.caller().conversations.messages(await visitorNumber())).map(
      ({ sender, data }) => `${sender.type}: ${'body' in data ? data.body : ''}`,
    );

  it('[WC19] a visitor talks by buttons and by text, and goes on after a reload', async () => {
    const bot = await site.publish(asksWhich);
    await open(bot);
    await seen('What can I do for you?');
    expect(await page.title()).toBe('The Blue Door');
    await button('Book a table').click();
    await seen('What is your name?');
    // Answered questions are not asked again.
    await button('Book a table').waitFor({ state: 'detached' });
    await say('Ada');
    await seen('Thank you, Ada.');
    const all = [
      'The Blue Door: Hello, this is the Blue Door. What can I do for you?',
      'You: Book a table',
      'The Blue Door: Gladly. What is your name?',
      'You: Ada',
      'The Blue Door: Thank you, Ada. For how many?',
    ];
    expect(await heard()).toEqual(all);
    await page.reload();
    await seen('Thank you, Ada.');
    expect(await heard()).toEqual(all);
    expect(await site.visitors()).toHaveLength(1);

    await button('Start over').click();
    await button('Opening hours').waitFor();
    expect(await heard()).toEqual([`${all[0]} Book a table Opening hours`]);
    expect(await site.visitors()).toHaveLength(2);
  });

  it('[WC19] each bot has its own conversation', async () => {
    const [first, second] = [await site.publish(asksWhich), await site.publish(echo)];
    await open(first);
    await seen('What can I do for you?');
    await open(second);
    await seen('Your name?');
    await open(first);
    await seen('What can I do for you?');
    expect(await site.visitors()).toHaveLength(2);
  });

  it('[WC19][WC20] goes on after the server was started again', async () => {
    await open(await site.publish(echo));
    await seen('Your name?');
    await site.stop();
    await said(/The connection is lost/);
    await say('Ada');
    await site.start();
    await seen('Hello Ada!');
    await said('');
    expect(await heard()).toEqual(['Sales: Your name?', 'You: Ada', 'Sales: Hello Ada!']);
    expect(await stored()).toEqual(['bot: Your name?', 'customer: Ada', 'bot: Hello Ada!']);
  });

  it('[WC19][WC20] nothing is lost or shown twice while the connection is lost', async () => {
    await open(await site.publish(echo));
    await seen('Your name?');
    site.network.state = 'down';
    site.cutConnections();
    await said(/The connection is lost/);
    await say('Ada');
    await say('Bob');
    await site.caller().messages.send(await visitorNumber(), 'text', { message: 'Are you there?' });
    await expect.poll(heard, soon).toEqual(['Sales: Your name?', 'Ada', 'Bob']);
    site.network.state = 'up';
    await seen('Are you there?');
    await seen('You: Bob');
    const all = ['bot: Your name?', 'agent: Are you there?', 'customer: Ada'];
    await expect.poll(async () => (await stored()).length, soon).toBe(6);
    const lines = await stored();
    expect(lines.slice(0, 3)).toEqual(all);
    expect(lines.filter((line) => line === 'customer: Bob')).toHaveLength(1);
    await expect.poll(async () => (await heard()).length, soon).toBe(lines.length);
    expect(await heard()).toEqual(
      lines.map((line) => line.replace('customer', 'You').replace('bot', 'Sales').replace('agent:', 'Grace')),
    );
  });

  it('[WC19] a message whose response was lost is stored and shown once', async () => {
    await open(await site.publish(echo));
    await seen('Your name?');
    site.network.state = 'losesResponses';
    await say('Ada');
    await expect.poll(stored, soon).toContain('customer: Ada');
    await said(/The connection is lost/);
    site.network.state = 'up';
    await seen('Hello Ada!');
    await said('');
    expect(await heard()).toEqual(['Sales: Your name?', 'You: Ada', 'Sales: Hello Ada!']);
    expect(await stored()).toEqual(['bot: Your name?', 'customer: Ada', 'bot: Hello Ada!']);
  });

  it('[WC19] two tabs show one conversation, each message once', async () => {
    const bot = await site.publish(echo);
    await open(bot);
    await seen('Your name?');
    const other = await page.context().newPage();
    await other.goto(`${site.origin}/chat/${bot}`);
    await other.getByText('Your name?').waitFor();
    await other.getByLabel('Your message').fill('Ada');
    await other.keyboard.press('Enter');
    await seen('Hello Ada!');
    await say('Yes');
    await other.getByText('You said Yes').waitFor();
    await seen('You said Yes');
    const all = ['Sales: Your name?', 'You: Ada', 'Sales: Hello Ada!', 'You: Yes', 'Sales: You said Yes'];
    expect(await heard()).toEqual(all);
    await expect.poll(() => other.locator('.log .message').count(), soon).toBe(all.length);
    expect(await site.visitors()).toHaveLength(1);
  });

  it('[WC20] says that a conversation has expired, and begins another one', async () => {
    await open(await site.publish(echo));
    await seen('Your name?');
    await site.caller().customers.delete(await visitorNumber());
    await page.getByRole('alert').getByText('This conversation has expired').waitFor();
    expect(await field().count()).toBe(0);
    if (screenshots !== '') await page.screenshot({ path: join(screenshots, 'chat-expired.png') });
    await button('Begin a new conversation').click();
    await seen('Your name?');
    await say('Ada');
    await seen('Hello Ada!');

    // The same on the next visit.
    await site.caller().customers.delete(await visitorNumber());
    await page.reload();
    await page.getByRole('alert').getByText('This conversation has expired').waitFor();
    await button('Begin a new conversation').click();
    await seen('Your name?');
  });

  it('[WC20] says that a visitor is blocked, and that there is no such bot', async () => {
    await open(await site.publish(echo));
    await seen('Your name?');
    await site.caller().customers.block(await visitorNumber());
    await say('Ada');
    await page.getByRole('alert').getByText('You cannot write here any more').waitFor();
    expect(await page.getByRole('alert').getByRole('button').count()).toBe(0);
    for (const bot of ['99', 'none']) {
      await open(bot);
      await page.getByRole('alert').getByText('Nobody answers here').waitFor();
    }
    if (screenshots !== '') await page.screenshot({ path: join(screenshots, 'chat-no-bot.png') });
    expect(await site.visitors()).toHaveLength(1);
  });

  it('[WC26][WC27][WC29] a message that is refused stays until it is sent or taken back', async () => {
    await open(await site.publish(echo));
    await seen('Your name?');
    // A message may not have this many marks on one letter.
    const marked = `a${'\u0301'.repeat(65)}`;
    await say(marked);
    await page.getByRole('alert').getByText('This was not sent').waitFor();
    await button('Send again').click();
    await page.getByRole('alert').getByText('This was not sent').waitFor();
    await say('Ada');
    await seen('Hello Ada!');
    await page.reload();
    await seen('Hello Ada!');
    await page.getByRole('alert').getByText('This was not sent').waitFor();
    await field().fill('I am writing');
    if (screenshots !== '') await page.screenshot({ path: join(screenshots, 'chat-not-sent.png') });
    expect(await axeFindings(page)).toEqual([]);
    await button('Edit').click();
    expect(await field().inputValue()).toBe(`I am writing\n${marked}`);
    await page.reload();
    await seen('Hello Ada!');
    expect(await field().inputValue()).toBe(`I am writing\n${marked}`);
    expect(await page.getByRole('alert').count()).toBe(0);
    await say('Yes');
    await seen('You said Yes');
    expect((await stored()).filter((line) => line.startsWith('customer'))).toEqual(['customer: Ada', 'customer: Yes']);
  });

  it('[WC27] what was not sent before a reload is sent once after it', async () => {
    const bot = await site.publish(echo);
    await open(bot);
    await seen('Your name?');
    site.network.state = 'losesResponses';
    await say('Ada');
    await expect.poll(stored, soon).toContain('customer: Ada');
    site.network.state = 'down';
    site.cutConnections();
    await say('Bob');
    await said(/The connection is lost/);
    site.network.state = 'up';
    await page.reload();
    await seen('You said Bob');
    await said('');
    const all = ['You: Ada', 'Sales: Hello Ada!', 'You: Bob', 'Sales: You said Bob'];
    await expect.poll(heard, soon).toEqual(['Sales: Your name?', ...all]);
    await page.reload();
    await seen('You said Bob');
    expect(await heard()).toEqual(['Sales: Your name?', ...all]);
    expect(await site.visitors()).toHaveLength(1);
  });

  it('[WC28] a beginning whose response was lost makes one customer', async () => {
    const bot = await site.publish(echo);
    const loseResponse = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route(/messages$/, loseResponse, { times: 1 });
    await open(bot);
    await seen('Your name?');
    expect(await heard()).toEqual(['Sales: Your name?']);
    expect(await site.visitors()).toHaveLength(1);
  });

  it('[WC25] starting over beyond the limit of an address keeps the conversation', async () => {
    await site.close();
    site = await startWebChatSite({ beginnings: 2 });
    page = await pages.own({ timezoneId: 'UTC' });
    await open(await site.publish(asksWhich));
    await button('Book a table').click();
    await seen('What is your name?');
    await button('Start over').click();
    await button('Book a table').waitFor();
    await button('Book a table').click();
    await seen('What is your name?');
    await button('Start over').click();
    const alert = page.getByRole('alert');
    await alert
      .getByText(/^Too many conversations were begun from here. You can begin another one at \d\d:\d\d/)
      .waitFor();
    await button('Start over').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    if (screenshots !== '') await page.screenshot({ path: join(screenshots, 'chat-too-many.png') });
    await say('Ada');
    await seen('Thank you, Ada.');
    expect(await alert.count()).toBe(0);
    expect((await heard()).at(1)).toBe('You: Book a table');
    await page.reload();
    await seen('Thank you, Ada.');
    expect(await site.visitors()).toHaveLength(2);
  });

  it('[WC25] a first conversation that may not begin says when it does', async () => {
    await site.close();
    site = await startWebChatSite({ beginnings: 1 });
    const bot = await site.publish(echo);
    await open(bot);
    await seen('Your name?');
    await pages.clear();
    await open(bot);
    await said(/^Too many conversations were begun from here. Trying again at \d\d:\d\d/);
  });

  it('[WC20] a person takes the conversation over', async () => {
    await open(await site.publish(echo));
    await seen('Your name?');
    const { customers, messages } = site.caller();
    const customer = await visitorNumber();
    await customers.assign(customer);
    await said('You are talking with a person.');
    await messages.send(customer, 'text', { message: 'This is Grace.' });
    await seen('This is Grace.');
    expect((await heard()).slice(-2)).toEqual(['A person answers from here on.', 'Grace This is Grace.']);
    await customers.unassign(customer);
    await seen('The person has left.');
  });

  it('[WC16][WC19] stands in a frame of another site, and says so', async () => {
    const bot = await site.publish(echo);
    const host = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(framing(`${site.origin}/chat/${bot}`));
    });
    const other = `http://127.0.0.1:${await listen(host)}/`;
    onTestFinished(() => closeServer(host));
    await page.goto(other);
    const frame = page.frameLocator('iframe');
    await frame.getByText('Your name?').waitFor();
    await frame.getByLabel('Your message').fill('Ada');
    await frame.getByRole('button', { name: 'Send' }).click();
    await frame.getByText('Hello Ada!').waitFor();
    expect((await site.visitors()).map(({ isExternal }) => isExternal)).toEqual([true]);
    expect(complaints.splice(0).filter((url) => !url.startsWith(other))).toEqual([]);
    await page.reload();
    await frame.getByText('Your name?').waitFor();
    // This browser stores nothing for a frame of another site: each visit is a separate conversation.
    expect(await site.visitors()).toHaveLength(2);
    complaints.length = 0;
  });

  it('[WC16] a frame of the same site, and a link on another one', async () => {
    const bot = await site.publish(echo);
    await page.goto(`${site.origin}/frame/${bot}`);
    const frame = page.frameLocator('iframe');
    await frame.getByText('Your name?').waitFor();
    await pages.clear();
    const host = createServer((_request, response) => {
      const html = `<!doctype html><html lang="en"><title>Acme</title><a href="${site.origin}/chat/${bot}">Chat</a>`;
      response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    });
    const other = `http://127.0.0.1:${await listen(host)}/`;
    onTestFinished(() => closeServer(host));
    await page.goto(other);
    await page.getByRole('link', { name: 'Chat' }).click();
    await seen('Your name?');
    expect((await site.visitors()).map(({ isExternal = false }) => isExternal)).toEqual([false, true]);
    complaints = complaints.filter((url) => !url.startsWith(other));
  });

  it('[WC19] shows pictures, videos, sounds and documents', async () => {
    const media = (media_type: string, file: string, caption: string) =>
      ['send_media', { media_type, url: `${site.origin}/${file}`, caption }] as const;
    const bot = await site.publish({
      blocks: {
        start: ['ask_question', { text: 'Shall I show you?', destination: 'answer' }],
        picture: media('image', 'picture.svg', 'The terrace'),
        video: media('video', 'film.mp4', 'A walk around'),
        sound: media('audio', 'song.mp3', 'Our song'),
        menu: media('document', 'menu%20of%20today.pdf', ''),
        done: ['ask_question', { text: 'That is all.', destination: 'answer' }],
      },
      connections: [
        'start.$success--picture',
        'picture.$success--video',
        'video.$success--sound',
        'sound.$success--menu',
        'menu.$success--done',
      ],
    });
    await open(bot);
    await seen('Shall I show you?');
    await say('Yes');
    await seen('That is all.');
    const log = page.getByRole('log');
    await log.getByAltText('The terrace').waitFor();
    await expect.poll(() => page.evaluate("document.querySelector('.log img').naturalWidth"), soon).toBe(480);
    for (const [tag, file, caption] of [
      ['video', 'film.mp4', 'A walk around'],
      ['audio', 'song.mp3', 'Our song'],
    ]) {
      const shown = log.locator(`${tag}[controls]`);
      expect(await shown.getAttribute('src')).toBe(`${site.origin}/${file}`);
      await seen(caption ?? '');
    }
    const link = log.getByRole('link', { name: 'menu of today.pdf' });
    expect(await link.getAttribute('href')).toBe(`${site.origin}/menu%20of%20today.pdf`);
    expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer nofollow',
    ]);
  });

  it('[WC21] works by keyboard alone', async () => {
    await open(await site.publish(asksWhich));
    await button('Book a table').waitFor();
    for (const expected of ['Start over', 'log', 'Book a table', 'Opening hours']) {
      await page.keyboard.press('Tab');
      const focused = 'document.activeElement.role || document.activeElement.textContent';
      expect(await page.evaluate(focused)).toBe(expected);
    }
    await page.keyboard.press('Enter');
    await seen('From 6 to 11.');
    // The place to write has the focus.
    await page.keyboard.type('One');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('Two');
    await page.keyboard.press('Enter');
    await seen(/One\s+Two/);
    await expect.poll(async () => (await stored()).at(3), soon).toBe('customer: One\nTwo');
  });

  it.for([
    ['light', { colorScheme: 'light', viewport: { width: 1_280, height: 800 } }],
    ['dark', { colorScheme: 'dark', viewport: { width: 1_280, height: 800 } }],
    ['narrow-light', { colorScheme: 'light', viewport: { width: 360, height: 640 } }],
    ['narrow-dark', { colorScheme: 'dark', viewport: { width: 320, height: 568 }, reducedMotion: 'reduce' }],
  ] as const)('[WC21] axe finds nothing, and nothing is wider than the window: %s', async ([look, options]) => {
    page = await pages.shared(options);
    await open(await site.publish(asksWhich));
    await seen('What can I do for you?');
    const customer = await visitorNumber();
    const { messages } = site.caller();
    const long = 'https://acme.test/an-address-without-any-place-to-break-it-'.repeat(3);
    await messages.send(customer, 'text', { message: `Our menu is here: ${long}` });
    await messages.send(customer, 'image', {
      url: `${site.origin}/picture.svg`,
      caption: 'The terrace in the evening',
    });
    await messages.send(customer, 'location', { latitude: 42.24, longitude: -8.72 });
    await seen('Location: 42.24, -8.72');
    await page.getByAltText('The terrace in the evening').scrollIntoViewIfNeeded();
    // Messages of others answer no question of the bot.
    await button('Opening hours').waitFor();
    const facts = async () => {
      const { overflow, headings, isTitled, language } = (await page.evaluate(readFacts)) as PageFacts;
      return [overflow <= 0, headings, isTitled, language, await axeFindings(page)];
    };
    expect(await facts()).toEqual([true, 1, true, 'en', []]);
    if (screenshots !== '') await page.screenshot({ path: join(screenshots, `chat-media-${look}.png`) });
    await button('Start over').click();
    await button('Book a table').click();
    await seen('What is your name?');
    await say('Ada');
    await seen('Thank you, Ada.');
    expect(await facts()).toEqual([true, 1, true, 'en', []]);
    if (screenshots !== '') await page.screenshot({ path: join(screenshots, `chat-talk-${look}.png`) });
    await button('Start over').click();
    await button('Book a table').waitFor();
    if (screenshots !== '') await page.screenshot({ path: join(screenshots, `chat-begin-${look}.png`) });
    site.network.state = 'down';
    site.cutConnections();
    await say('Hello?');
    await said(/The connection is lost/);
    expect(await facts()).toEqual([true, 1, true, 'en', []]);
    if (screenshots !== '') await page.screenshot({ path: join(screenshots, `chat-lost-${look}.png`) });
    site.network.state = 'up';
    await open('99');
    await page.getByRole('alert').waitFor();
    expect(await facts()).toEqual([true, 1, true, 'en', []]);
  });
});
