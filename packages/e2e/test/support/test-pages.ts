import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** The options that an open page can change. */
export type Look = Pick<BrowserContextOptions, 'colorScheme' | 'reducedMotion' | 'viewport'>;

/** The pages of a file of tests. */
export interface TestPages {
  /** The page that all tests use, one after the other: to open a window takes Chromium a second of a processor. */
  shared(look?: Look): Promise<Page>;
  /** A page in a separate window and context, for options that an open page cannot change. */
  own(options: BrowserContextOptions): Promise<Page>;
  /**
   * Leaves and removes everything that a test opened, like the end of its context: other pages, cookies, storage,
   * routes.
   */
  clear(): Promise<void>;
}

/**
 * @param base - Of every context.
 * @param watch - Called once for each page.
 */
export async function openTestPages(
  browser: Browser,
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
  const page = await open({});
  const context = page.context();
  const usual = page.viewportSize() ?? { width: 1280, height: 720 };
  const session = await context.newCDPSession(page);
  const owned: Page[] = [];

  return {
    async shared({ colorScheme = 'light', reducedMotion = 'no-preference', viewport = usual } = {}) {
      await page.emulateMedia({ colorScheme, reducedMotion });
      await page.setViewportSize(viewport ?? usual);
      return page;
    },
    async own(options) {
      const opened = await open(options);
      owned.push(opened);
      return opened;
    },
    async clear() {
      for (const each of owned.splice(0)) await each.context().close();
      for (const each of context.pages()) if (each !== page) await each.close();
      await page.unrouteAll();
      await context.setOffline(false);
      await context.clearCookies();
      const { origin } = new URL(page.url());
      await page.goto('about:blank');
      if (origin !== 'null') await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    },
  };
}
