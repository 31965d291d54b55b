import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Principal, permissions } from '@botwright/core';
import { readScenarios } from '@botwright/testing';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isNightly } from '../../../../scripts/depth.ts';
import { axeFindings } from '../support/axe-findings.ts';
import { findChromium, launchChromium } from '../support/browser.ts';
import { askAndOffer } from '../support/console-bots.ts';
import { type ConsoleSite, startConsoleSite } from '../support/console-site.ts';
import { diagramOf } from '../support/diagrams.ts';
import { type PageFacts, readFacts } from '../support/page-scripts.ts';
import { type Look, openTestPages, type TestPages } from '../support/test-pages.ts';
import { typebotThatLinks } from '../support/typebot-that-links.ts';

const chromium = findChromium();
const screenshots = process.env['BOTWRIGHT_SCREENSHOTS'] ?? '';
const ann: Principal = { brand: 'acme', person: 7, workspaces: [1], permissions };

const markedUp = '**strong** *em* ~~s~~ `code`\n\n- [a](https://x.test)\n\n1. <img src=x onerror=alert(1)>';
const markedUpElements = ['P', 'STRONG', 'EM', 'S', 'CODE', 'UL', 'LI', 'A', 'OL', 'LI'];

const elementsIn = (within: Locator) =>
  within.locator('*').evaluateAll((found) => found.map(({ tagName }: { readonly tagName: string }) => tagName));

describe.skipIf(chromium === undefined)('the page of the console, in Chromium', { timeout: 120_000 }, () => {
  let site: ConsoleSite;
  let pages: TestPages;
  let page: Page;
  /** Violations of the page's policy, scripts that failed, and requests to other hosts. */
  let complaints: string[];

  beforeAll(async () => {
    pages = await openTestPages(() => launchChromium(chromium ?? ''), { locale: 'en' }, watch);
  }, 60_000);
  afterAll(() => pages?.close());
  beforeEach(async () => {
    site = await startConsoleSite();
    site.session.isThere = true;
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
      if (/Content.Security.Policy|Refused/i.test(message.text())) complaints.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(site.origin)) complaints.push(request.url());
    });
  }

  const go = (place: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place }).click();
  /** The focused element, by its label or its text. */
  const focused = () => page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent');
  const open = (fragment: string) => page.goto(`${site.origin}/#/${fragment}`);
  const button = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: true });
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
  const row = (list: string, text: string) =>
    page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: text });
  const seen = (text: string | RegExp) => page.getByText(text).first().waitFor();

  async function choose(menu: string, item: string): Promise<void> {
    await button(menu).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  }

  it('[CO10] signs in once by the link, forgets its code, and signs out', async () => {
    site.session.isThere = false;
    await page.goto(`${site.origin}/?start#start=${site.code}`);
    await page.getByRole('heading', { name: 'Bots', exact: true }).waitFor();
    expect(page.url()).toBe(`${site.origin}/#/`);
    await button('Sign out').click();
    await page.getByRole('heading', { name: 'Signed in' }).waitFor();
    site.session.isThere = false;
    await page.goto(`${site.origin}/?start#start=${site.code}`);
    await page.getByRole('heading', { name: 'This link works no longer' }).waitFor();
    expect(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(`${site.origin}/`);
  });

  it('[CO35] makes bots, renames, duplicates, trashes, restores and deletes them', async () => {
    await open('bots');
    await seen('No bots yet');
    await button('New bot').first().click();
    await button('Create').click();
    await dialog('New bot').getByRole('alert').first().waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Bookings');
    await button('Create').click();
    await page.getByRole('heading', { name: 'Bookings' }).waitFor();

    await open('bots');
    await choose('Actions of Bookings', 'Rename');
    await page.getByLabel('Name', { exact: true }).fill('Tables');
    await button('Rename', dialog('Rename the bot')).click();
    await row('Bots', 'Tables').waitFor();
    await choose('Actions of Tables', 'Duplicate');
    await button('Duplicate', dialog('Duplicate Tables')).click();
    await page.getByRole('heading', { name: 'Copy of Tables' }).waitFor();

    await open('bots');
    await choose('Actions of Tables', 'Move to the trash');
    await button('Move to the trash', dialog('Move Tables to the trash?')).click();
    await row('Bots', 'Tables').first().waitFor();
    await page.getByRole('link', { name: 'Trash', exact: true }).click();
    await choose('Actions of Tables', 'Restore');
    await seen('The trash is empty');
    await page.getByRole('link', { name: 'Active', exact: true }).click();
    await choose('Actions of Tables', 'Move to the trash');
    await button('Move to the trash', dialog(/trash/)).click();
    await page.getByRole('link', { name: 'Trash', exact: true }).click();
    await choose('Actions of Tables', 'Delete for good');
    expect(await button('Delete for good', dialog(/for good/)).isDisabled()).toBe(true);
    await page.getByLabel('Type the name of the bot').fill('Tables');
    await button('Delete for good', dialog(/for good/)).click();
    await seen('The trash is empty');
    const { items } = await site.engine.as(ann).bots.list();
    expect(items.map(({ name }) => name)).toEqual(['Copy of Tables']);
  });

  it('[CO71][CO72][CO73] imports bots that link to each other, from chosen files', async () => {
    await open('bots');
    await button('Import').click();
    const importing = dialog('Import bots');
    const file = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    await page.getByLabel('Files of another system').setInputFiles([file('notes.json', '{"a": 1}')]);
    await importing.getByText('notes.json does not hold a bot of a known system').waitFor();
    expect(await button('Create', importing).isDisabled()).toBe(true);

    const files = ['Front', 'Back'].map((name) => file(`${name}.json`, JSON.stringify(typebotThatLinks(name))));
    await page.getByLabel('Files of another system').setInputFiles(files);
    await importing.getByText(/^typebot \S+: \d+ carried, \d+ changed, \d+ lost\.$/).waitFor();
    await importing.getByText(/^Changed \(\d+\)$/).waitFor();
    if (screenshots !== '') await page.screenshot({ path: join(screenshots, 'import.png') });
    expect(await axeFindings(page)).toEqual([]);
    await button('Create 2 bots', importing).click();
    await row('Bots', 'Front').waitFor();

    const bots = site.engine.as(ann).bots;
    const { items } = await bots.list();
    const back = items.find(({ name }) => name === 'Back');
    const front = items.find(({ name }) => name === 'Front');
    const { diagram } = await site.engine.as(ann).drafts.get(front?.id ?? '');
    const linked = Object.values(diagram.nodes).map((node) => (node as { params?: { bot?: number } }).params?.bot);
    expect(linked).toContain(back?.number);
    expect(items).toHaveLength(2);
  });

  it('[CO71] takes a bot file that is dropped on the list as pasted JSON, and other files as an import', async () => {
    await open('bots');
    await seen('No bots yet');
    const drop = (name: string, text: string) =>
      page.evaluate(
        ([title = '', contents = '']) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([contents], title));
          const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
          document.querySelector('main .page')?.dispatchEvent(event);
        },
        [name, text],
      );
    await drop('lunch.json', JSON.stringify({ diagram: diagramOf(askAndOffer.blocks, askAndOffer.connections) }));
    expect(await page.getByLabel('JSON of the diagram').inputValue()).toContain('"nodes"');
    await button('Cancel', dialog('New bot')).click();
    await drop('Front.json', JSON.stringify(typebotThatLinks('Front')));
    await dialog('Import bots').getByText('needs the bot').waitFor();
  });

  it('[CO65] words have the direction of their own letters, where they are read and where they are written', async () => {
    const name = 'מה השעה? (בערך) 10:30!';
    await site.engine.as(ann).bots.create({ name, channelFamily: 'native' });
    await open('bots');
    const link = row('Bots', name).getByRole('link', { name });
    await link.waitFor();
    expect(await page.evaluate("getComputedStyle(document.querySelector('main li a')).unicodeBidi")).toBe('plaintext');
    await button('New bot').first().click();
    const written = page.getByLabel('Name', { exact: true });
    await written.fill(name);
    expect(await page.evaluate('getComputedStyle(document.activeElement).direction')).toBe('rtl');
  });

  it('[CO57] says at once what is too long, and cuts nothing of it', async () => {
    const name = page.getByLabel('Name', { exact: true });
    const hasAlert = () => page.getByRole('dialog').getByRole('alert').allTextContents();
    await open('bots');
    await button('New bot').first().click();
    // Each is one character of two units.
    await name.fill(` ${'🍽'.repeat(50)} `);
    expect(await hasAlert()).toEqual([]);
    await name.fill('n'.repeat(51));
    await expect.poll(hasAlert).toEqual(['At most 50 characters.']);
    await button('Create').click();
    expect(await name.inputValue()).toBe('n'.repeat(51));
    expect(await page.evaluate('document.activeElement.value')).toBe('n'.repeat(51));
    expect((await site.engine.as(ann).bots.list()).items).toEqual([]);
    await page.keyboard.press('Backspace');
    await expect.poll(hasAlert).toEqual([]);
    await button('Create').click();
    await page.getByRole('heading', { name: 'n'.repeat(50) }).waitFor();

    await open('bots');
    await choose(`Actions of ${'n'.repeat(50)}`, 'Rename');
    await name.fill('m'.repeat(51));
    await expect.poll(hasAlert).toEqual(['At most 50 characters.']);

    const [bot] = (await site.engine.as(ann).bots.list()).items;
    await open(`bots/${bot?.id}/feedback`);
    await page.getByLabel('Thanks').fill('t'.repeat(501));
    await seen('At most 500 characters.');
    expect(await page.getByLabel('Thanks').inputValue()).toBe('t'.repeat(501));
  });

  it('[CO35][CO36] makes bots from examples and from JSON, and shows what stops them', async () => {
    await open('bots');
    await button('New bot').first().click();
    await page.getByLabel('From an example').check();
    await page.getByRole('radio', { name: /^Names/ }).check();
    await button('Create').click();
    await page.getByRole('heading', { name: 'Names' }).waitFor();

    await open('bots');
    await button('New bot').click();
    await page.getByLabel('From JSON').check();
    await page.getByLabel('Name', { exact: true }).fill('Mine');
    await page.getByLabel('JSON of the diagram').fill('{');
    await button('Create').click();
    await seen(/^The text is not valid JSON/);
    const node = { id: 'ask', template: 'var_text', params: { version: 3 } };
    await page.getByLabel('JSON of the diagram').fill(JSON.stringify({ nodes: { ask: node }, connections: {} }));
    await button('Create').click();
    await seen('param_required');
    await button('Create it anyway, and correct the draft').click();
    await page.getByRole('heading', { name: 'Mine' }).waitFor();
    await page.getByRole('link', { name: 'Versions' }).click();
    await button('Publish').click();
    const stopped = dialog('Publish Mine');
    await stopped.getByText('param_required').waitFor();
    expect(await button('Publish', stopped).isDisabled()).toBe(true);
    const link = stopped.getByRole('link', { name: 'Show ask' }).first();
    await link.click();
    await stopped.waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/#\/bots\/[\w-]+\?block=ask$/);
  });

  it('[CO34][CO36][CO37] publishes with a label, compares, restores and deletes versions, and edits feedback', async () => {
    const id = await site.publish('Names');
    const caller = site.engine.as(ann);
    await caller.drafts.editBlock(id, 'menu', { name: 'Choice' });
    await open(`bots/${id}`);
    await page.getByRole('link', { name: 'Versions' }).click();
    await button('Publish').click();
    await page.getByLabel('Label').fill('Autumn');
    await button('Publish', dialog('Publish Names')).click();
    await row('Versions', 'Autumn').waitFor();
    await button('Compare').first().click();
    await dialog('What has changed')
      .getByText(/Choice/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    const versions = page.getByRole('list', { name: 'Versions' }).getByRole('button', { name: /^Actions of Version/ });
    await versions.click();
    await page.getByRole('menuitem', { name: 'Restore and publish' }).click();
    await button('Restore and publish', dialog('Restore this version?')).click();
    await seen(/^Restored from/);
    await choose(
      (await page.getByRole('button', { name: /^Actions of Autumn/ }).getAttribute('aria-label')) ?? '',
      'Delete',
    );
    await button('Delete', dialog('Delete this version?')).click();
    await row('Versions', 'Autumn').waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Feedback' }).click();
    await page.getByLabel(/^Ask for feedback/).check();
    await page.getByLabel('Thanks').fill('Until soon');
    await page.getByRole('link', { name: 'Versions' }).click();
    const asked = dialog('Leave without saving?');
    await button('Cancel', asked).click();
    expect(await page.getByLabel('Thanks').inputValue()).toBe('Until soon');
    await button('Save').click();
    await seen('The feedback settings are saved.');
    expect(await caller.feedback.get(id)).toMatchObject({ enabled: true, thanks: 'Until soon' });
  });

  it('[CO69] says before a publication how many conversations begin again', async () => {
    const id = await site.publish('Begun', { ...askAndOffer, family: 'native' });
    const { conversations, drafts } = site.engine.as(ann);
    const { customer } = await conversations.start({ bot: id, visitor: 'visitor-1' });
    await conversations.runUntilIdle(customer);
    await drafts.replace(
      id,
      diagramOf({ start: ['ask_phone', { text: 'Your number?', destination: 'who' }] }, [], 'native'),
    );
    await open(`bots/${id}`);
    await button('Publish').click();
    await dialog('Publish Begun')
      .getByText(/^One conversation waits at blocks/)
      .waitFor();
  });

  it('[CO70] lets conversations finish on their version', async () => {
    const id = await site.publish('Lasting', { ...askAndOffer, family: 'native' });
    await open(`bots/${id}`);
    await button('Publish').click();
    await page.getByLabel('Conversations under way').selectOption('7');
    await button('Publish', dialog('Publish Lasting')).click();
    await seen(/^Lasting is published/);
    expect(await site.engine.as(ann).versions.latest(id)).toMatchObject({ finishDays: 7 });
  });

  it('[CO35] leads to the page where visitors talk to a published bot of the web chat, and to no other', async () => {
    const web = await site.publish('Web', { ...askAndOffer, family: 'native' });
    const other = await site.publish('Messenger');
    const link = page.getByRole('link', { name: 'Open its chat page' });
    await open(`bots/${web}/versions`);
    expect(await link.getAttribute('href')).toBe(`${site.origin}/chat/1`);
    await open(`bots/${other}/versions`);
    await page.getByRole('heading', { name: 'Messenger' }).waitFor();
    expect(await link.count()).toBe(0);
  });

  it('[CO38] takes a conversation over, answers, and gives it back; what comes in appears by itself', async () => {
    await site.publish('Names');
    const customer = await site.say('Hi', 'ann', 'Ann');
    await open(`conversations/${customer}`);
    const log = page.getByRole('log', { name: 'Messages' });
    await log.getByText('Your name?').waitFor();
    await site.say('Ann Lee', 'ann');
    await log.getByText('Hello Ann Lee, what can I do?').waitFor();
    await log.getByText('Book a table').waitFor();

    await button('Take over').first().click();
    await page.getByLabel('Your answer').fill('Good morning, Ann.');
    await page.keyboard.press('Enter');
    await log.getByText('Good morning, Ann.').waitFor();
    await site.say('Oh, a person!', 'ann');
    await log.getByText('Oh, a person!').waitFor();
    await button('Give back to the bot').click();
    await button('Give back', dialog('Give the conversation back')).click();
    await log.getByText('Your name?').nth(1).waitFor();
    expect(await log.getByText('Your name?').count()).toBe(2);
  });

  it('[RX18] shows the markup of messages with its elements only', async () => {
    await site.publish('Marks', {
      family: 'apichat',
      blocks: { start: ['ask_question', { text: markedUp, format: 'markdown', destination: 'said' }] },
      connections: [],
    });
    const customer = await site.say('*not strong* <b>', 'ann', 'Ann');
    await open(`conversations/${customer}`);
    const log = page.getByRole('log', { name: 'Messages' });
    await log.getByText('strong', { exact: true }).waitFor();
    expect(await elementsIn(log.locator('.bot .bubble'))).toEqual(markedUpElements);
    expect(await elementsIn(log.locator('.customer .bubble'))).toEqual(['P']);
  });

  it('[EM22][EM23] lists the mails that the server stores, with their elements only', async () => {
    await open('bots');
    await page.getByRole('heading', { name: 'Bots', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Mails' }).count()).toBe(0);
    const html = `<p><strong>strong</strong><br><em>a</em><s>b</s><code>c</code></p>
<ul><li><a href="https://x.test">d</a></li></ul><ol><li><a href="javascript:alert(1)">e</a></li></ol>
<p>f<img src="https://other.test/p.png" onerror="alert(1)"><script>alert(1)</script></p>`;
    const mail = { from: 'bots@example.com', fromName: '<b>', to: ['a@x.org', 'b@x.org'], subject: '<i>Lead</i>' };
    const mails = Array.from({ length: 12 }, (_, index) => ({
      id: `m${index}`,
      at: 1_800_000_000_000 - index,
      mail: { ...mail, text: '*plain*', ...(index === 0 ? { html } : { subject: `Mail ${index}` }) },
    }));
    const list = async ({ offset, limit }: { readonly offset: number; readonly limit: number }) => ({
      items: mails.slice(offset, offset + limit),
      total: mails.length,
    });
    await site.close();
    site = await startConsoleSite({ unsentMails: { list } });
    site.session.isThere = true;
    await open('bots');
    await go('Mails');
    await page.getByText('<i>Lead</i>').click();
    await page.getByText('<b> <bots@example.com>').first().waitFor();
    expect(await elementsIn(page.locator('.mail[open] .bubble'))).toEqual([
      'P',
      'STRONG',
      'EM',
      'S',
      'CODE',
      'UL',
      'LI',
      'A',
      'OL',
      'LI',
      'P',
    ]);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByText('Mail 9').waitFor();
    expect(await page.getByText('Mail 10').count()).toBe(0);
    await button('Next').click();
    await page.getByText('Mail 10').click();
    expect(await page.locator('.mail[open] .bubble').textContent()).toBe('*plain*');
  });

  it('[JR26] saves the last conversation as a scenario', async () => {
    await site.publish('Names');
    const customer = await site.say('Hi', 'ann', 'Ann');
    await open(`conversations/${customer}`);
    const log = page.getByRole('log', { name: 'Messages' });
    await log.getByText('Your name?').waitFor();
    await site.say('Ann Lee', 'ann');
    await log.getByText('Hello Ann Lee, what can I do?').waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), button('Save as scenario').click()]);
    expect(file.suggestedFilename()).toBe('names.scenarios.yaml');
    const { scenarios } = readScenarios(readFileSync(await file.path(), 'utf8'));
    expect(scenarios[0]?.steps).toContainEqual({ visitor: 'Ann Lee' });
  });

  it('[CO38] loads older messages, and what was typed stays', async () => {
    const customer = await site.say('message 0', 'ann', 'Ann');
    for (let at = 1; at < 70; at++) await site.say(`message ${at}`, 'ann');
    await site.engine.as(ann).customers.assign(customer, 7);
    await open(`conversations/${customer}`);
    const log = page.getByRole('log', { name: 'Messages' });
    await log.getByText('message 69', { exact: true }).waitFor();
    expect(await log.getByText('message 30', { exact: true }).count()).toBe(0);
    await page.getByLabel('Your answer').fill('Half a sentence');
    for (let round = 0; round < 2; round++) {
      await page.evaluate('document.querySelector("[role=log]").scrollTo(0, 0)');
      await log.getByText(round === 0 ? 'message 30' : 'message 0', { exact: true }).waitFor({ state: 'attached' });
    }
    await log.getByText('The beginning').waitFor({ state: 'attached' });
    expect(await log.getByText(/^message \d+$/).count()).toBe(70);
    await go('Customers');
    await page.getByRole('heading', { name: 'Customers' }).waitFor();
    await open(`conversations/${customer}`);
    expect(await page.getByLabel('Your answer').inputValue()).toBe('Half a sentence');
  });

  it('[CO39] edits customers and their Fields', async () => {
    const customer = await site.say('Hi', 'ann', 'Ann');
    await open(`customers/${customer}`);
    await page.getByLabel('Phone').fill('+34600');
    await button('Save').click();
    await seen('The customer is saved.');
    await button('New Field').click();
    await page.getByLabel('Name').last().fill('visits');
    await page.getByLabel('Type').selectOption('integer');
    await page.getByLabel('Value').fill('many');
    await button('Save', dialog('New Field')).click();
    await seen('Write a whole number, such as 12.');
    await page.getByLabel('Value').fill('12');
    await button('Save', dialog('New Field')).click();
    await button('Edit visits').waitFor();
    await button('Delete visits').click();
    await button('Delete', dialog('Delete the Field visits?')).click();
    await button('Edit visits').waitFor({ state: 'detached' });
    const caller = site.engine.as(ann);
    expect((await caller.customers.get(customer)).phone).toBe('+34600');

    await go('Customers');
    await page.getByRole('searchbox').fill('nobody');
    await seen('Nobody is like that');
    await page.getByRole('searchbox').fill('AN');
    await row('Customers', 'Ann').waitFor();
  });

  it('[CO33][CO39] makes, edits and deletes message hooks, with errors at their fields', async () => {
    await site.publish('Names');
    await open('channels');
    await row('Channels', 'Messenger').getByText('Names').waitFor();
    await page.getByRole('link', { name: 'Messenger' }).click();
    await button('New hook').click();
    await page.getByLabel('Address').fill('nowhere');
    await button('Create').click();
    await dialog('New message hook').getByRole('alert').waitFor();
    expect(await page.getByLabel('Address').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Address').fill('https://crm.example.com/hook');
    await page.getByLabel('Name').fill('CRM');
    await button('Create').click();
    await row('Message hooks', 'CRM').waitFor();
    await choose('Actions of hook CRM', 'Edit');
    await page.getByLabel('Name').fill('Sales');
    await button('Save').click();
    await row('Message hooks', 'Sales').waitFor();
    await choose('Actions of hook Sales', 'Delete');
    await button('Delete', dialog('Delete the message hook?')).click();
    await seen('No message hooks');
  });

  it('[CO6][CO40] shows deliveries with attempts and body, and sends them again', async () => {
    await site.publish('Names');
    await site.say('Hi', 'ann', 'Ann');
    await open('deliveries');
    const delivered = row('Deliveries', 'Delivered').first();
    await delivered.waitFor();
    await delivered.getByRole('link').click();
    await seen('Answered 200');
    await seen(/"Your name\?"/);
    const { length } = site.received;
    await button('Send again').click();
    await button('Send again', dialog('Send it again?')).click();
    await seen('Sent again from another');
    await expect.poll(() => site.received.length, { timeout: 30_000 }).toBe(length + 1);
    expect(site.received.at(-1)).toBe(site.received.at(-2));
  });

  it('[CO41] starts a connection of an account, whose time runs down, and shows what comes of it', async () => {
    await open('accounts');
    await button('Connect').first().click();
    const connecting = dialog('Connect: Spreadsheets');
    expect(await connecting.getByRole('timer').textContent()).toMatch(/^(15:00|14:\d\d) left$/);
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      connecting.getByRole('link', { name: 'Open the link' }).click(),
    ]);
    await other.getByRole('button', { name: 'Cancel' }).click();
    await other.close();
    await connecting.getByText('The access was declined', { exact: false }).waitFor();
    await button('Start again', connecting).click();
    await connecting.getByRole('timer').waitFor();
  });

  it('[CO58] offers no account that the server cannot connect, and says what to configure', async () => {
    const without = await startConsoleSite({ connectableKinds: [] });
    try {
      without.session.isThere = true;
      await page.goto(`${without.origin}/#/accounts`);
      await page.getByRole('heading', { name: 'No account can be connected' }).waitFor();
      await seen('The server has no provider of accounts.');
      if (screenshots !== '') await page.screenshot({ path: join(screenshots, 'accounts-none.png') });
      await without.connectSpreadsheets();
      await page.reload();
      await page.getByRole('heading', { name: 'Spreadsheets' }).waitFor();
      await row('Spreadsheets', 'Id').waitFor();
      expect(await page.getByRole('heading', { name: 'Scheduler' }).count()).toBe(0);
      expect(await button('Connect').count()).toBe(0);
    } finally {
      await page.goto('about:blank');
      await without.close();
    }
    complaints = complaints.filter((url) => !url.startsWith(without.origin));
  });

  it('[CO31] a session that ends is asked for over the page, and nothing is lost', async () => {
    await open('bots');
    await button('New bot').first().click();
    await page.getByLabel('Name', { exact: true }).fill('Typed before');
    // With the request to create: an earlier end is noticed by the next request of the list behind the dialog.
    await page.route('**/bots', async (route) => {
      if (route.request().method() === 'POST') site.session.isThere = false;
      await route.fallback();
    });
    await button('Create').click();
    const asking = dialog('Sign in to continue');
    await asking.waitFor();
    await page.unroute('**/bots');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await asking.isVisible()).toBe(true);
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      asking.getByRole('link', { name: 'Sign in in a new tab' }).click(),
    ]);
    await other.getByRole('heading', { name: 'Signed in' }).waitFor();
    await other.close();
    await page.getByRole('heading', { name: 'Typed before' }).waitFor();
  });

  it('[CO32] says that the server cannot be reached, and goes on by itself', async () => {
    await open('channels');
    await row('Channels', 'Messenger').waitFor();
    await page.context().setOffline(true);
    await go('Customers');
    await seen(/^The server cannot be reached/);
    await page.context().setOffline(false);
    await seen('Nobody wrote yet');
    expect(await page.getByText(/^The server cannot be reached/).count()).toBe(0);
  });

  it('[CO30][CO42] leads through a list in pages, with the focus on its heading', async () => {
    for (let at = 1; at <= 25; at++)
      await site.engine.as(ann).bots.create({ name: `Bot ${at}`, channelFamily: 'native' });
    await open('bots?order=name');
    await row('Bots', 'Bot 10').waitFor();
    await button('Next').focus();
    await page.keyboard.press('Enter');
    await page.getByText('21 to 25 of 25').waitFor();
    expect([page.url(), await focused()]).toEqual([`${site.origin}/#/bots?order=name&page=2`, 'Bots']);
    await page.getByRole('searchbox').fill('bot 7');
    await row('Bots', 'Bot 7').waitFor();
    await expect.poll(() => page.url()).toBe(`${site.origin}/#/bots?order=name&search=bot+7`);
  });

  it('[CO42] works by keyboard: menus, dialogs and where the focus goes', async () => {
    await site.publish('Names');
    await open('bots');
    const menu = button('Actions of Names');
    await menu.focus();
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Rename');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('Duplicate');
    await page.keyboard.press('End');
    expect(await focused()).toBe('Move to the trash');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('Rename');
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('Actions of Names');
    await button('New bot').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.placeholder')).toBe('Table bookings');
    await page.keyboard.press('Escape');
    await dialog('New bot').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('New bot');
  });

  const allLooks = [
    ['light', { colorScheme: 'light', viewport: { width: 1280, height: 800 } }],
    ['dark', { colorScheme: 'dark', viewport: { width: 1280, height: 800 } }],
    ['narrow', { colorScheme: 'light', viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' }],
    ['narrow-dark', { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
  ] as const satisfies readonly (readonly [string, Look])[];
  /** The last one repeats two others together. */
  const looks = isNightly ? allLooks : allLooks.slice(0, -1);

  it.for(looks)('[CO12][CO30][CO42] every view can be used by everybody, and fits: %s', async ([look, options]) => {
    page = await pages.shared(options);
    const id = await site.publish('Names');
    const customer = await site.say('Hi', 'ann', 'Ann Lee');
    site.receiver.status = 500;
    await site.say('Ann', 'ann');
    const views: readonly (readonly [string, string, string | RegExp])[] = [
      ['bots', 'bots', 'Names'],
      ['trash', 'bots?state=trashed', 'The trash is empty'],
      ['versions', `bots/${id}/versions`, /^Version of/],
      ['feedback', `bots/${id}/feedback`, 'Thanks'],
      ['channels', 'channels', 'Messenger'],
      ['channel', 'channels/1', 'Message hooks'],
      ['customers', 'customers', 'Ann Lee'],
      ['customer', `customers/${customer}`, 'Fields'],
      ['conversations', 'conversations', 'Ann Lee'],
      ['conversation', `conversations/${customer}`, /^Hello Ann/],
      ['deliveries', 'deliveries', 'Delivered'],
      ['accounts', 'accounts', 'None is connected.'],
      ['nowhere', 'nowhere', 'There is nothing here'],
    ];
    for (const [name, fragment, text] of views) {
      await open(fragment);
      await page.getByRole('main').getByText(text).filter({ visible: true }).first().waitFor();
      expect([name, await axeFindings(page)]).toEqual([name, []]);
      const { overflow, mains, isTitled } = (await page.evaluate(readFacts)) as PageFacts;
      expect([name, overflow <= 0, mains, isTitled]).toEqual([name, true, 1, true]);
      if (screenshots !== '') await page.screenshot({ path: join(screenshots, `console-${name}-${look}.png`) });
    }
    await open('bots');
    await button('New bot').click();
    await page.getByLabel('From JSON').check();
    expect(await axeFindings(page)).toEqual([]);
    if (screenshots !== '') await page.screenshot({ path: join(screenshots, `console-new-bot-${look}.png`) });
  });
});
