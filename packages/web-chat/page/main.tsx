import { render } from 'preact';
import { createApi } from './api.ts';
import { ChatPage } from './chat-page.tsx';
import { createConversation } from './conversation.ts';
import { storedText, storedTexts } from './stored-texts.ts';

/** The last segment of the address is the number of the bot; the operations have the same parent path. */
const bot = window.location.pathname.replace(/\/$/, '').split('/').at(-1) ?? '';
const root = new URL(`api/${bot}`, window.location.href);

/** Whether a page of another site frames or opened this page. An opener without a referrer may be any site. */
function cameFromElsewhere(): boolean {
  const { referrer } = document;
  return referrer === '' ? window.parent !== window : new URL(referrer).origin !== window.location.origin;
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

/** Random bytes as hexadecimal digits. */
function randomText(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}

const key = `botwright web chat ${root.pathname}`;
const api = createApi(root.href.split(/[?#]/)[0] ?? '', cameFromElsewhere());
const conversation = createConversation({
  api,
  stored: { token: storedText(key), nextToken: storedText(`${key} next`), texts: storedTexts(`${key} text`) },
  newId: () => randomText(16),
  newToken: () => randomText(32),
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    }),
  untilSeen: (signal) =>
    new Promise((resolve) => {
      if (isVisible()) return resolve();
      const onChange = (): void => {
        if (isVisible()) resolve();
      };
      document.addEventListener('visibilitychange', onChange, { signal });
      signal.addEventListener('abort', () => resolve());
    }),
});
window.addEventListener('online', () => conversation.wake());
document.addEventListener('visibilitychange', () => {
  if (isVisible()) conversation.wake();
});

const page = document.getElementById('page');
const draft = storedText(`${key} draft`, 'sessionStorage');
if (page !== null) render(<ChatPage api={api} conversation={conversation} draft={draft} />, page);
