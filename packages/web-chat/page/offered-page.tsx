import { useEffect, useRef } from 'preact/hooks';
import { offeredAfterPress, parentOrigin } from './offered-pages.ts';
import type { Message, OfferedPage } from './wire.ts';

/** The button of an offered page. In a frame it never leaves the chat. @spec LG29 */
export function PageButton({ page: { url, label, target } }: { readonly page: OfferedPage }) {
  const isSame = target === 'same' && window.parent === window;
  return (
    <a class="button" href={url} rel="noopener noreferrer nofollow" dir="auto" {...(!isSame && { target: '_blank' })}>
      {label}
    </a>
  );
}

/** Opens an offered page right after a press of the visitor; in a frame, tells the page around it. @spec LG30, LG31 */
export function useOfferedPages(messages: readonly Message[]): void {
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  const handled = useRef(0);

  useEffect(() => {
    const note = (event: Event): void => {
      if (event.isTrusted && !(event instanceof KeyboardEvent && event.key !== 'Enter')) {
        pressedAt.current = performance.now();
      }
    };
    for (const kind of ['click', 'keydown']) window.addEventListener(kind, note, true);
    return () => {
      for (const kind of ['click', 'keydown']) window.removeEventListener(kind, note, true);
    };
  }, []);

  useEffect(() => {
    const page = offeredAfterPress(messages, handled.current, performance.now() - pressedAt.current);
    handled.current = messages.at(-1)?.seq ?? 0;
    if (page === undefined) return;
    // One press opens one page.
    pressedAt.current = Number.NEGATIVE_INFINITY;
    open(page);
  }, [messages]);
}

function open({ url, label, target }: OfferedPage): void {
  if (window.parent !== window) {
    const origin = parentOrigin(window.location.ancestorOrigins?.[0], document.referrer);
    if (origin !== undefined) window.parent.postMessage({ type: 'botwright:open', url, label, target }, origin);
  } else if (target === 'same') window.location.assign(url);
  else window.open(url, '_blank', 'noopener,noreferrer');
}
