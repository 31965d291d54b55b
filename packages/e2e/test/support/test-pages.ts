import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { onTestFailed } from 'vitest';

/** The options that an open page can change. */
export type Look = Pick<BrowserContextOptions, 'colorScheme' | 'reducedMotion' | 'viewport'>;

/** The pages of a file of tests. */
export interface TestPages {
  /**
   * The page that all tests use, one after the other: to open a window takes Chromium a second of a processor. After a
   * failed test it is another page in another browser: the test may have left a page that hangs, or still use it.
   */
  shared(look?: Look): Promise<Page>;
  /** A page in a separate window and context, for options that an open page cannot change. */
  own(options: BrowserContextOptions): Promise<Page>;
  /**
   * Leaves and removes everything that a test opened, like the end of its context: other pages, cookies, storage,
   * routes.
   */
  clear(): Promise<void>;
  close(): Promise<void>;
}

const clearsWithinMs = 30_000;

/**
 * @param launch - Starts a browser.
 * @param base - Of every context.
 * @param watch - Called once for each page.
 */
export async function openTestPages(
  launch: () => Promise<Browser>,
  base: BrowserContextOptions,
  watch: (page: Page) => void,
): Promise<TestPages> {
  const open = async (options: BrowserContextOptions): Promise<Page> => {
    const context = await browser.newContext({ ...base, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    watch(page);
    return page;
  };
  let browser: Browser;
  let page: Page;
  let session: CDPSession;
  let hasFailed = false;
  const start = async (): Promise<void> => {
    browser = await launch();
    page = await open({});
    session = await page.context().newCDPSession(page);
  };
  await start();
  const owned: Page[] = [];

  return {
    async shared({ colorScheme = 'light', reducedMotion = 'no-preference', viewport } = {}) {
      if (hasFailed) {
        // A browser that hangs is killed after 30 seconds: nobody waits for it.
        browser.close().catch(() => {});
        owned.length = 0;
        await start();
        hasFailed = false;
      }
      onTestFailed(() => {
        hasFailed = true;
      });
      await page.emulateMedia({ colorScheme, reducedMotion });
      await page.setViewportSize(viewport ?? base.viewport ?? { width: 1280, height: 720 });
      return page;
    },
    async own(options) {
      const opened = await open(options);
      owned.push(opened);
      return opened;
    },
    async clear() {
      const isOver = new AbortController();
      const limit = async (): Promise<never> => {
        await wait(clearsWithinMs, undefined, { signal: isOver.signal });
        throw new Error(`Chromium did not clear its pages in ${clearsWithinMs} ms.`);
      };
      try {
        await Promise.race([clearPages(), limit()]);
      } finally {
        isOver.abort();
      }
    },
    close: () => browser.close(),
  };

  async function clearPages(): Promise<void> {
    const context = page.context();
    for (const each of owned.splice(0)) await each.context().close();
    for (const each of context.pages()) if (each !== page) await each.close();
    await page.unrouteAll();
    await context.setOffline(false);
    await context.clearCookies();
    const { origin } = new URL(page.url());
    await page.goto('about:blank');
    if (origin !== 'null') await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  }
}
