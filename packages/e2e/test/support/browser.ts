import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Where Chromium is. `BOTWRIGHT_CHROMIUM` names it; `required` there makes its absence a failure.
 *
 * @returns `undefined` when there is none, and none is asked for.
 */
export function findChromium(): string | undefined {
  const asked = process.env['BOTWRIGHT_CHROMIUM'] ?? '';
  const path = asked === '' || asked === 'required' ? usualPlaces.find(existsSync) : asked;
  if (path !== undefined && existsSync(path)) return path;
  if (asked !== '') throw new Error(`There is no Chromium at ${path ?? usualPlaces.join(', ')}.`);
  process.stderr.write('No Chromium on this machine: tests in a browser are skipped, see CONTRIBUTING.md.\n');
  return undefined;
}

/** @param scrollbars - `classic`: scroll bars that take room, like on most desktops; otherwise none is shown. */
export async function launchChromium(executablePath: string, scrollbars?: 'classic'): Promise<Browser> {
  return chromium.launch({
    executablePath,
    headless: true,
    ignoreDefaultArgs: scrollbars === 'classic' ? ['--hide-scrollbars'] : [],
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
