// Takes the pictures of the console in README.md, from the page itself. `npm run picture` runs it.

import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { permissions } from '@botwright/core';
import { findChromium, launchChromium } from '../support/browser.ts';
import { startConsoleSite } from '../support/console-site.ts';

const images = fileURLToPath(new URL('../../../../docs/images', import.meta.url));

/** Who opens README.md loads one of the two. */
const maxBytes = 150_000;

const chromium = findChromium();
if (chromium === undefined) throw new Error('The pictures are taken with Chromium.');
const browser = await launchChromium(chromium);
const site = await startConsoleSite();
try {
  site.session.isThere = true;
  const diagram = JSON.parse(readFileSync(join(images, 'booking.json'), 'utf8'));
  const caller = site.engine.as({ brand: 'acme', person: 7, workspaces: [1], permissions });
  const { id } = await caller.bots.create({ name: 'Table bookings', channelFamily: 'native' });
  await caller.drafts.replace(id, diagram);
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ locale: 'en', colorScheme, viewport: { width: 1280, height: 720 } });
    await page.goto(`${site.origin}/#/bots/${id}`);
    await page.locator('[data-block="welcome"]').waitFor();
    await page.getByRole('tab', { name: 'Talk' }).click();
    await page.getByRole('button', { name: 'Book a table', exact: true }).click();
    await page.getByRole('log').getByText('Which day suits you?', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Show all', exact: true }).click();
    // The picture shows neither pointer nor focus.
    await page.mouse.move(640, 5);
    await page.evaluate('document.activeElement.blur()');
    await page.waitForTimeout(500);
    const path = join(images, `console-${colorScheme}.png`);
    await page.screenshot({ path });
    const { size } = await stat(path);
    process.stdout.write(`${path}: ${size} bytes\n`);
    if (size > maxBytes) throw new Error(`${path} is larger than ${maxBytes} bytes.`);
    await page.close();
  }
} finally {
  await browser.close();
  await site.close();
}
