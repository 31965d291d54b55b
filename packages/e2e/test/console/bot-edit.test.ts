import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Principal, permissions } from '@botwright/core';
import { readScenarios } from '@botwright/testing';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findChromium, launchChromium } from '../support/browser.ts';
import { type ConsoleSite, startConsoleSite } from '../support/console-site.ts';
import { connection, node, startNode, type WireDiagram } from '../support/wire-diagrams.ts';

const chromium = findChromium();
const screenshots = process.env['BOTWRIGHT_SCREENSHOTS'] ?? '';
const ann: Principal = { brand: 'acme', person: 7, workspaces: [1], permissions };
const bob: Principal = { ...ann, person: 8 };
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const greeter: WireDiagram = {
  nodes: {
    hidden: startNode,
    welcome: {
      ...node('welcome', 'buttons', {
        text: 'What for?',
        buttons: [
          { id: 'book', label: 'Book a table' },
          { id: 'ask', label: 'Ask the kitchen' },
        ],
      }),
      left: 0,
      top: 120,
    },
    name: { ...node('name', 'var_text', { text: 'Your name?', destination: 'guest' }), left: 400, top: 60 },
    bye: { ...node('bye', 'chat', { text: 'See you, @{guest}!' }), left: 800, top: 60 },
    call: { ...node('call', 'webhook', { url: 'https://kitchen.test/' }), left: 400, top: 320 },
  },
  connections: Object.fromEntries(
    [
      connection('welcome', '$book', 'name'),
      connection('welcome', '$ask', 'call'),
      connection('name', '$success', 'bye'),
      connection('call', '$success', 'bye'),
    ].map((each) => [each.id, each]),
  ),
};

/** As large as the largest bots that people make by hand. */
function thousandBlocks(): WireDiagram {
  const at = (index: number) => ({ left: 340 * Math.floor(index / 25), top: 190 * (index % 25) });
  const idOf = (index: number) => (index === 0 ? 'welcome' : `n${index}`);
  const ids = Array.from({ length: 999 }, (_, index) => idOf(index));
  return {
    nodes: Object.fromEntries([
      ['hidden', { ...startNode, left: -340, top: 0 }],
      ...ids.map((id, index) => {
        const params = { text: `What block ${index} says, in a sentence that takes two lines` };
        return [id, { ...node(id, index % 3 === 0 ? 'yes_no' : 'chat', params), name: `Block ${index}`, ...at(index) }];
      }),
    ]),
    connections: Object.fromEntries(
      ids.flatMap((id, index) => {
        const next = idOf(Math.min(998, index + 1));
        const far = idOf(Math.min(998, index + 26));
        const ways =
          index % 3 === 0
            ? [connection(id, '$yes', next), connection(id, '$no', far)]
            : [connection(id, '$success', next)];
        return ways.map((way) => [way.id, way]);
      }),
    ),
  };
}

describe.skipIf(chromium === undefined)('the editor of a bot, in Chromium', { timeout: 120_000 }, () => {
  let browser: Browser;
  let site: ConsoleSite;
  let context: BrowserContext;
  let page: Page;
  /** Violations of the page's policy, and scripts that failed. */
  let complaints: string[];

  beforeAll(async () => {
    browser = await launchChromium(chromium ?? '');
  }, 60_000);
  afterAll(() => browser?.close());
  beforeEach(async () => {
    site = await startConsoleSite();
    site.session.isThere = true;
    context = await browser.newContext({ locale: 'en', viewport: { width: 1280, height: 800 } });
    page = await context.newPage();
    page.setDefaultTimeout(30_000);
    complaints = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (/Content.Security.Policy|Refused/i.test(message.text())) complaints.push(message.text());
    });
  });
  afterEach(async () => {
    await context.close();
    await site.close();
    expect(complaints).toEqual([]);
  });

  const caller = () => site.engine.as(ann);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const tab = (name: string | RegExp) => page.getByRole('tab', { name });
  const block = (id: string) => page.locator(`[data-block="${id}"]`);
  const panel = () => page.getByRole('tabpanel');
  const stored = async (id: string) => (await caller().drafts.get(id)).diagram as unknown as WireDiagram;
  const saved = () => page.getByText('Saved', { exact: true }).waitFor();

  async function open(diagram: WireDiagram = greeter): Promise<string> {
    const { id } = await caller().bots.create({ name: 'Greeter', channelFamily: 'native' });
    await caller().drafts.replace(id, diagram);
    await page.goto(`${site.origin}/#/bots/${id}`);
    await block('welcome').waitFor();
    return id;
  }

  async function shoot(name: string): Promise<void> {
    if (screenshots !== '') await page.screenshot({ path: join(screenshots, `${name}.png`) });
  }

  it('shows a broken rule on its block, until it is mended, and saves both', async () => {
    const id = await open();
    await block('name').click();
    await panel().getByLabel('Text', { exact: true }).fill('');
    await block('name').locator('.block-marks.error').waitFor();
    await panel().getByText('param_required').or(panel().getByText('should not be empty')).first().waitFor();
    await shoot('bot-broken');
    await saved();
    expect(await stored(id)).toMatchObject({ nodes: { name: { params: { text: '' } } } });

    await tab(/Problems/).click();
    await page.getByRole('region', { name: 'Errors' }).getByRole('button').first().click();
    await panel().getByLabel('Text', { exact: true }).fill('What is your name?');
    await block('name').locator('.block-marks').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+s');
    await saved();
    expect(await stored(id)).toMatchObject({ nodes: { name: { params: { text: 'What is your name?' } } } });
  });

  it('adds, connects, moves and deletes blocks, and takes it back', async () => {
    const id = await open();
    await button('Add a block').click();
    await page.getByRole('dialog').getByLabel('Find a kind of block').fill('send text');
    await page.keyboard.press('Enter');
    await panel().getByLabel('Text', { exact: true }).fill('New here');
    await button('Show all').click();
    await block('bye').click();
    await panel().getByLabel('success').selectOption({ label: 'n1' });
    await saved();
    expect(await stored(id)).toMatchObject({
      nodes: { n1: { template: 'chat', params: { text: 'New here' } } },
      connections: { 'bye.$success--n1': { targetPath: 'n1' } },
    });

    const before = await block('call').boundingBox();
    if (before === null) throw new Error('The block is not drawn.');
    await page.mouse.move(before.x + 60, before.y + 10);
    await page.mouse.down();
    await page.mouse.move(before.x + 80, before.y + 40, { steps: 4 });
    await page.mouse.up();
    await saved();
    const moved = (await stored(id)).nodes['call'] as { readonly left: number; readonly top: number };
    expect([moved.left > 400, moved.top > 320]).toEqual([true, true]);

    await block('name').click();
    await page.getByRole('application').press('Delete');
    await saved();
    expect(Object.keys((await stored(id)).nodes)).not.toContain('name');
    await page.getByRole('application').press('Control+z');
    await saved();
    expect(await stored(id)).toMatchObject({ nodes: { name: {} }, connections: { 'welcome.$book--name': {} } });
  });

  it('connects an output with a block that it is drawn to', async () => {
    const id = await open();
    const port = await block('bye').locator('[data-output]').boundingBox();
    const target = await block('call').boundingBox();
    if (port === null || target === null) throw new Error('The blocks are not drawn.');
    await page.mouse.move(port.x + port.width / 2, port.y + port.height / 2);
    await page.mouse.down();
    await page.mouse.move(target.x + 40, target.y + 10, { steps: 5 });
    await page.mouse.up();
    await saved();
    expect(await stored(id)).toMatchObject({ connections: { 'bye.$success--call': { targetPath: 'call' } } });
  });

  it('marks what is wrong in the JSON at its line, and takes over what can be read', async () => {
    const id = await open();
    await page.goto(`${site.origin}/#/bots/${id}/json`);
    const text = page.getByLabel('The diagram as JSON');
    const whole = await text.inputValue();
    await text.fill(whole.replace('"connections":', '"connections"'));
    await page.getByText('Expected ":"').waitFor();
    await text.fill(whole.replace('"Your name?"', '""'));
    const line = whole.split('\n').findIndex((each) => each.includes('"Your name?"')) + 1;
    await page.getByRole('button', { name: new RegExp(`^${line} `) }).waitFor();
    await shoot('bot-json');
    await text.fill(whole.replace('"Your name?"', '"Who are you?"'));
    await block('name').getByText('Who are you?').waitFor();
    await saved();
    expect(await stored(id)).toMatchObject({ nodes: { name: { params: { text: 'Who are you?' } } } });
  });

  it('never writes over what somebody else saved, and puts both together', async () => {
    const id = await open();
    const { nodes, connections } = greeter;
    const bye = { ...(nodes['bye'] as object), params: { version: 3, text: 'Come again!' } };
    await site.engine.as(bob).drafts.replace(id, { nodes: { ...nodes, bye }, connections });
    await block('name').click();
    await panel().getByLabel('Text', { exact: true }).fill('Who is there?');
    const dialog = page.getByRole('dialog', { name: 'Somebody else saved this bot meanwhile' });
    await dialog.getByRole('list', { name: 'Differences' }).getByText('bye').waitFor();
    await shoot('bot-merge');
    expect(await stored(id)).toMatchObject({ nodes: { name: { params: { text: 'Your name?' } } } });
    await button('Put both together').click();
    await dialog.waitFor({ state: 'detached' });
    await saved();
    expect(await stored(id)).toMatchObject({
      nodes: { name: { params: { text: 'Who is there?' } }, bye: { params: { text: 'Come again!' } } },
    });
  });

  it('loses no edit when the session ends', async () => {
    const id = await open();
    site.session.isThere = false;
    await block('name').click();
    await panel().getByLabel('Text', { exact: true }).fill('Still here?');
    await page.getByRole('dialog').waitFor();
    expect(await stored(id)).toMatchObject({ nodes: { name: { params: { text: 'Your name?' } } } });
    site.session.isThere = true;
    await page.evaluate(
      `window.dispatchEvent(new Event('focus')); document.dispatchEvent(new Event('visibilitychange'))`,
    );
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await saved();
    expect(await stored(id)).toMatchObject({ nodes: { name: { params: { text: 'Still here?' } } } });
  });

  it('talks to the draft in the page, lights the block, and keeps the conversation as a scenario', async () => {
    await open();
    await tab('Talk').click();
    await button('Ask the kitchen').click();
    await page
      .getByText('GET https://kitchen.test/')
      .or(page.getByText('POST https://kitchen.test/'))
      .first()
      .waitFor();
    expect(await block('call').getAttribute('class')).toContain('lit');
    await button('It fails').click();
    await page.getByText('The conversation is over.').waitFor();
    await button('Start again').click();
    await button('Book a table').click();
    await page.getByLabel('Your message to the bot').fill('Ann');
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText('See you, Ann!').waitFor();
    await shoot('bot-talk');
    await page.getByText('Fields', { exact: false }).last().click();
    await page.getByRole('definition').getByText('Ann').waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), button('Keep as a scenario').click()]);
    expect(file.suggestedFilename()).toBe('greeter.scenarios.yaml');
    const { scenarios } = readScenarios(readFileSync(await file.path(), 'utf8'));
    expect(scenarios[0]?.steps).toContainEqual({ press: 'Book a table' });
    expect(scenarios[0]?.steps).toContainEqual({ visitor: 'Ann' });
  });

  it('talks to the test deployment on the server', async () => {
    await open();
    await block('call').click();
    await panel().getByLabel('failed').selectOption({ label: 'bye' });
    await saved();
    await tab('Talk').click();
    await button('Test').click();
    await button('Deploy the draft for a test').click();
    await button('Book a table').click();
    await page.getByRole('log').getByText('Your name?').waitFor();
    await page.getByLabel('Your message to the bot').fill('Ann');
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText('See you, Ann!').waitFor();
  });

  it('can be used with the keyboard alone, and axe-core finds nothing', async () => {
    await open();
    const canvas = page.getByRole('application');
    await canvas.focus();
    await canvas.press('ArrowRight');
    await canvas.press('ArrowDown');
    await canvas.press('Enter');
    const findings: string[] = [];
    const look = async (where: string) => {
      await page.evaluate(axeSource);
      const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
      findings.push(
        ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${where} ${id}: ${html.slice(0, 160)}`)),
      );
    };
    await look('block');
    await tab('Blocks').click();
    await page.getByRole('button', { name: /^name.*Leads to: success → bye/ }).waitFor();
    await look('blocks');
    await tab('Talk').click();
    await button('Book a table').waitFor();
    await look('talk');
    await page.setViewportSize({ width: 360, height: 740 });
    await look('narrow');
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await shoot('bot-narrow');
    expect(findings).toEqual([]);
  });

  it('opens a thousand blocks, draws few of them, and pans without drawing all anew', async () => {
    const id = await open(thousandBlocks());
    await page.goto(`${site.origin}/#/bots`);
    await page.getByRole('heading', { name: 'Bots', exact: true }).waitFor();
    const measured = (await page.evaluate(measureOpening(id))) as number;
    const { worst, median, blocks } = (await page.evaluate(measurePanning)) as {
      readonly worst: number;
      readonly median: number;
      readonly blocks: number;
    };
    process.stderr.write(
      `1,000 blocks: open in ${measured} ms; frames while panning: median ${median} ms, longest ${worst} ms.\n`,
    );
    // Times depend on the machine; what makes them short does not.
    expect(blocks).toBeGreaterThan(5);
    expect(blocks).toBeLessThan(250);
  });
});

/** Milliseconds from the change of the address until blocks are drawn. */
const measureOpening = (id: string) => `(async () => {
  const begin = performance.now();
  location.hash = '#/bots/${id}';
  while (document.querySelectorAll('.block').length < 6) await new Promise(requestAnimationFrame);
  return Math.round(performance.now() - begin);
})()`;

/** Pans to and fro for 120 frames, past the ends of what is drawn. */
const measurePanning = `(async () => {
  const canvas = document.querySelector('.canvas-window');
  const frames = [];
  let last = performance.now();
  for (let frame = 0; frame < 120; frame += 1) {
    const deltaX = frame < 60 ? 60 : -60;
    canvas.dispatchEvent(new WheelEvent('wheel', { deltaX, deltaY: 20, bubbles: true, cancelable: true }));
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    frames.push(now - last);
    last = now;
  }
  const sorted = frames.slice(1).sort((a, b) => b - a);
  return {
    worst: Math.round(sorted[0]),
    median: Math.round(sorted[60]),
    blocks: document.querySelectorAll('.block').length,
  };
})()`;
