import { join } from 'node:path';
import type { AccountKind } from '@botwright/core';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findChromium, launchChromium } from '../support/browser.ts';
import { type ConnectServer, type MemberName, startConnectServer } from '../support/connect-server.ts';
import {
  addScript,
  type Contrast,
  type PageFacts,
  readContrasts,
  readFacts,
  readFocus,
} from '../support/page-scripts.ts';
import { openTestPages, type TestPages } from '../support/test-pages.ts';

const chromium = findChromium();
const screenshots = process.env['BOTWRIGHT_SCREENSHOTS'] ?? '';
const quarterMs = 15 * 60 * 1_000;
const refused = 'This link does not work';

describe.skipIf(chromium === undefined)('in Chromium', { timeout: 90_000 }, () => {
  let server: ConnectServer;
  let pages: TestPages;
  let page: Page;
  /** Violations of a page's policy, and scripts that failed. */
  let complaints: string[];

  beforeAll(async () => {
    pages = await openTestPages(() => launchChromium(chromium ?? ''), {}, watch);
  }, 60_000);
  afterAll(() => pages?.close());
  beforeEach(async () => {
    server = await startConnectServer();
    complaints = [];
    page = await pages.shared();
  });
  afterEach(async () => {
    await pages.clear().finally(() => server.close());
    expect(complaints).toEqual([]);
  });

  function watch(page: Page): void {
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (/Content.Security.Policy|Refused/i.test(message.text())) complaints.push(message.text());
    });
  }

  async function signInAs(name: MemberName): Promise<void> {
    await page.context().addCookies([{ name: 'who', value: name, url: server.origin, sameSite: 'Lax' }]);
  }

  const heading = async (): Promise<string | null> => page.getByRole('heading').textContent();
  const press = async (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

  /** Presses Connect, and waits for the provider's page. */
  async function goToProvider(): Promise<void> {
    await press('Connect');
    await page.waitForURL((url) => url.hostname === '127.0.0.1');
  }

  async function consent(decision: 'Allow' | 'Deny' = 'Allow'): Promise<void> {
    await press(decision);
    await page.waitForURL(/\/connect\/callback\?/);
  }

  it.for([
    ['spreadsheets', 'Google Sheets', true],
    ['spreadsheets', 'Google Sheets', false],
    ['scheduler', 'Calendly', true],
    ['scheduler', 'Calendly', false],
  ] as const)(
    '[CN5][CN6][CN11][CN13][CN18] connects %s at %s; with JavaScript: %s',
    async ([kind, title, javaScriptEnabled]) => {
      if (!javaScriptEnabled) page = await pages.own({ javaScriptEnabled });
      const { url, connection } = await server.start(kind);
      await page.goto(url);
      expect(page.url()).toMatch(/\/sign-in\?/);
      expect((await server.read(connection)).status).toBe('pending');
      await press('ann');
      expect([page.url(), await heading()]).toEqual([url, `Connect ${title}`]);
      await goToProvider();
      await consent();
      expect(await heading()).toBe(`${title} is connected`);
      const name = kind === 'scheduler' ? 'Ana Pérez' : 'ana@example.com';
      expect(await page.getByRole('main').textContent()).toContain(`The account ${name} is connected to acme.`);
      const { status, accountId } = await server.read(connection);
      expect([status, accountId]).toEqual(['connected', expect.any(String)]);
    },
  );

  it('[CN16] shows a name with markup as text', async () => {
    await signInAs('ann');
    await page.goto((await server.start('scheduler')).url);
    await goToProvider();
    await page.getByLabel(/Eva/).check();
    await consent();
    expect(await page.getByRole('main').textContent()).toContain('The account Eva <b>Li</b> is connected');
  });

  it.for([true, false])('[CN12] cancels; with JavaScript: %s', async (javaScriptEnabled) => {
    if (!javaScriptEnabled) page = await pages.own({ javaScriptEnabled });
    await signInAs('ann');
    const { url, connection } = await server.start();
    await page.goto(url);
    await press('Cancel');
    expect([await heading(), (await server.read(connection)).status]).toEqual(['Not connected', 'declined']);
    await page.goto(url);
    expect(await heading()).toBe(refused);
  });

  it('[CN13] a denial at the provider shows that nothing was connected', async () => {
    await signInAs('ann');
    const { url, connection } = await server.start();
    await page.goto(url);
    await goToProvider();
    await consent('Deny');
    expect([await heading(), (await server.read(connection)).status]).toEqual(['Not connected', 'declined']);
  });

  it.for(['viewer', 'globex'] as const)('[CN7] refuses %s, who sees what an absent link shows', async (name) => {
    const { url, connection } = await server.start();
    await page.goto(url);
    await press(name);
    expect(await heading()).toBe(refused);
    const shown = await page.content();
    await page.goto(`${server.origin}/connect/a-link-that-is-none`);
    expect(await page.content()).toBe(shown);
    expect((await server.read(connection)).status).toBe('pending');
  });

  it('[CN8][CN10] of two who have the page open, the second finds the link answered', async () => {
    await signInAs('ann');
    const { url, connection } = await server.start();
    await page.goto(url);
    const second = await page.context().newPage();
    await second.goto(url);
    await press('Cancel');
    await second.getByRole('button', { name: 'Connect' }).click();
    expect(await second.getByRole('heading').textContent()).toBe(refused);
    expect(await second.getByRole('main').textContent()).toContain('It was answered already.');
    expect((await server.read(connection)).status).toBe('declined');
  });

  it('[CN8] a page that was open for too long finds the link expired', async () => {
    await signInAs('ann');
    const { url, connection } = await server.start();
    await page.goto(url);
    server.clock.advance(quarterMs);
    await press('Connect');
    expect(await page.getByRole('main').textContent()).toContain('Its time is over.');
    expect((await server.read(connection)).status).toBe('expired');
  });

  it('[CN8] an answer that comes too late from the provider connects nothing', async () => {
    await signInAs('ann');
    const { url, connection } = await server.start();
    await page.goto(url);
    await goToProvider();
    server.clock.advance(quarterMs);
    await consent();
    expect([await heading(), (await server.read(connection)).status]).toEqual([refused, 'expired']);
  });

  it.for([true, false])('[CN11][CN19] going back in the history; with JavaScript: %s', async (javaScriptEnabled) => {
    if (!javaScriptEnabled) page = await pages.own({ javaScriptEnabled });
    await signInAs('ann');
    const { url, connection } = await server.start();
    await page.goto(url);
    await goToProvider();
    await page.goBack();
    expect([page.url(), await heading()]).toEqual([url, 'Connect Google Sheets']);
    await goToProvider();
    await consent();
    await page.goBack();
    await page.goBack();
    expect([page.url(), await heading()]).toEqual([url, refused]);
    expect((await server.read(connection)).status).toBe('connected');
  });

  it('[CN19] going back to the consent page and sending it again changes nothing', async () => {
    await signInAs('ann');
    const { url, connection } = await server.start();
    await page.goto(url);
    await goToProvider();
    await consent();
    const { accountId } = await server.read(connection);
    await page.goBack();
    await page.getByLabel(/Eva/).check();
    await consent();
    expect(await heading()).toBe(refused);
    expect(await server.read(connection)).toMatchObject({ status: 'connected', accountId });
  });

  it('[CN9] a form on another site changes nothing', async () => {
    await signInAs('ann');
    const { url, connection } = await server.start();
    await page.goto(url);
    const token = await page.locator('input[name=token]').inputValue();
    const inputs = Object.entries({ token, answer: 'cancel' }).map(([k, v]) => `<input name="${k}" value="${v}">`);
    await page.route('http://127.0.0.1:9/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${url}">${inputs.join('')}<button>Win a prize</button></form>`,
      }),
    );
    await page.goto('http://127.0.0.1:9/');
    await press('Win a prize');
    expect([await heading(), (await server.read(connection)).status]).toEqual(['Please try again', 'pending']);
  });

  it('[CN17] cannot be framed, and runs no script', async () => {
    await signInAs('ann');
    const { url } = await server.start();
    await page.goto(url);
    expect(await page.evaluate(addScript)).not.toBe('taken');
    expect(complaints.splice(0).length).toBe(1);
    await page.goto(`${server.origin}/sign-in`);
    await page.setContent(`<iframe src="${url}"></iframe>`);
    await page.waitForTimeout(300);
    expect(await page.frames()[1]?.content()).not.toContain('Cancel');
    complaints = [];
  });

  it('[CN17] the provider learns nothing of the link', async () => {
    await signInAs('ann');
    const { url } = await server.start();
    await page.goto(url);
    await goToProvider();
    const link = url.split('/').at(-1) ?? '';
    const [first] = server.google.requests;
    expect([first?.method, first?.headers['referer']]).toEqual(['GET', undefined]);
    expect(JSON.stringify(server.google.requests)).not.toContain(link);
  });

  it('[CN3] what is reported to the host has no secret of the flow', async () => {
    await signInAs('ann');
    const kinds: readonly AccountKind[] = ['spreadsheets', 'scheduler'];
    const secrets: string[] = [];
    for (const kind of kinds) {
      const { url } = await server.start(kind);
      await page.goto(url);
      await goToProvider();
      secrets.push(url.split('/').at(-1) ?? '', new URL(page.url()).searchParams.get('state') ?? '');
      await consent();
    }
    secrets.push(...server.google.secrets, ...server.calendly.secrets);
    expect(secrets.length).toBeGreaterThan(8);
    for (const secret of secrets) expect(server.reported()).not.toContain(secret);
  });

  it('[CN18] works by the keyboard alone, and shows where the focus is', async () => {
    await signInAs('ann');
    const { url, connection } = await server.start();
    await page.goto(url);
    const focused = async () => {
      await page.keyboard.press('Tab');
      return page.evaluate(readFocus);
    };
    expect([await focused(), await focused()]).toEqual([
      ['Connect', 'solid'],
      ['Cancel', 'solid'],
    ]);
    await page.keyboard.press('Enter');
    await page.waitForLoadState();
    expect([await heading(), (await server.read(connection)).status]).toEqual(['Not connected', 'declined']);
  });

  it.for([
    ['light', 1_280],
    ['light', 320],
    ['dark', 1_280],
    ['dark', 320],
  ] as const)('[CN18] is readable: %s, %i pixels wide', async ([colorScheme, width]) => {
    page = await pages.shared({ colorScheme, viewport: { width, height: 720 } });
    const grounds = new Set<string>();
    const look = async (name: string): Promise<void> => {
      if (screenshots !== '') await page.screenshot({ path: join(screenshots, `${name}-${colorScheme}-${width}.png`) });
      const { overflow, ground, ...facts } = await page.evaluate<PageFacts>(readFacts);
      expect(facts).toEqual({ language: 'en', headings: 1, mains: 1, isTitled: true });
      expect(overflow).toBeLessThanOrEqual(0);
      for (const { text, ratio } of await page.evaluate<readonly Contrast[]>(readContrasts)) {
        expect(ratio, `${name}: ${text}`).toBeGreaterThanOrEqual(4.5);
      }
      grounds.add(ground);
    };

    await signInAs('ann');
    const { url } = await server.start();
    await page.goto(url);
    await look('link');
    await goToProvider();
    await consent();
    await look('connected');
    await page.goto(url);
    await look('answered');
    await page.goto((await server.start('scheduler')).url);
    await press('Cancel');
    await look('cancelled');
    await page.goto((await server.start('scheduler')).url);
    await page.context().clearCookies({ name: 'botwright-connect' });
    await press('Connect');
    await look('stale');
    await page.context().clearCookies();
    await page.goto(`${server.origin}/connect/callback?state=s&code=c`);
    await look('signed-out');
    await page.goto(`${server.origin}/connect/`);
    await look('nothing');
    expect([...grounds]).toEqual([colorScheme === 'light' ? 'rgb(238, 241, 245)' : 'rgb(17, 22, 29)']);
  });
});
