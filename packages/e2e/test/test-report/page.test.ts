import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../../../cli/test/support/run-command.ts';
import { diagramOf } from '../../../testing/test/diagram-of.ts';
import { findChromium, launchChromium } from '../support/browser.ts';

const chromium = findChromium();
const hostile = '</script><script>document.title="hacked"</script>"><img src=x onerror=document.title="hacked">';

const shop = diagramOf(
  {
    welcome: ['ask_question', { text: `What is your name? ${hostile}`, destination: 'name' }],
    'or"der': ['ask_yes_no', { text: 'Shall I order, @{name}?', destination: 'wanted' }],
    bye: ['close_chat', { text: 'Goodbye.' }],
  },
  ['welcome.$success--or"der', 'or"der.$yes--bye', 'or"der.$no--bye'],
);

function pageAt(folder: string): string {
  const steps = [{ visitor: hostile }, { at: 'or"der' }, { press: 'No' }, { bot: `Bye ${hostile}` }];
  const scenarios = [
    { name: `Ann ${hostile}`, steps },
    { name: 'Bob', steps: [{ visitor: 'Bob' }] },
    { name: 'Cy', skip: 'Not yet.', steps: [] },
  ];
  writeFileSync(join(folder, 'shop.json'), JSON.stringify(shop));
  writeFileSync(join(folder, 'a.scenarios.json'), JSON.stringify({ bot: 'shop.json', scenarios }));
  const file = join(folder, 'report.html');
  writeFileSync(file, runCommand(folder, ['test', '--format', 'html']).stdout);
  return pathToFileURL(file).href;
}

it.skipIf(chromium === undefined)(
  '[HR1][HR3][HR4] the page lights blocks by keyboard and of steps in view, and runs nothing of a bot',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'botwright-report-'));
    const browser = await launchChromium(chromium as string);
    onTestFinished(async () => {
      await browser.close();
      rmSync(folder, { recursive: true });
    });
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('request', (request) => {
      if (!request.url().endsWith('report.html')) problems.push(request.url());
    });
    await page.goto(pageAt(folder));
    const lit = () =>
      page.locator('.bw-block.lit').evaluateAll((all) => all.map((each) => each.getAttribute('data-block')));
    expect([await page.title(), await lit()]).toEqual(['botwright test', ['bye']]);
    await page.keyboard.press('Tab');
    expect([await lit(), await page.locator('#status').textContent()]).toEqual([['welcome'], 'Block welcome']);
    await page.keyboard.press('ArrowDown');
    expect(await lit()).toEqual(['or"der']);
    expect(await page.locator('.step:focus').textContent()).toContain('visitor:');
    await page.locator('.step').last().click();
    expect([await lit(), await page.locator('[aria-current]').count()]).toEqual([['bye'], 1]);
    expect(await page.locator('body').textContent()).toContain('Not yet.');
    const shots = process.env['BOTWRIGHT_SCREENSHOTS'];
    if (shots !== undefined) {
      mkdirSync(shots, { recursive: true });
      await page.screenshot({ path: join(shots, 'test-report.png') });
    }
    await page.setViewportSize({ width: 1400, height: 300 });
    await page
      .locator('.step')
      .first()
      .evaluate((step) => step.scrollIntoView({ block: 'end' }));
    await expect.poll(lit).toEqual(['welcome']);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('.step').last().click();
    const box = await page.locator('.bw-block.lit').boundingBox();
    expect(box?.y).toBeGreaterThan(844 * 0.6);
    expect(box?.y).toBeLessThan(844);
    expect(problems).toEqual([]);
  },
);
