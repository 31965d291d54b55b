import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { problemText } from '../api/problems.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export type NoticeKind = 'info' | 'success' | 'warning' | 'error';

const icons = { info: 'info', success: 'check', warning: 'warning', error: 'error' } as const;

/** A notice at its place on the page. Scrolls to an error: a long form may hide it. */
export function Notice({
  kind = 'info',
  children,
}: {
  readonly kind?: NoticeKind;
  readonly children: ComponentChildren;
}) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (kind === 'error' || kind === 'warning') notice.current?.scrollIntoView({ block: 'nearest' });
  }, [kind]);
  return (
    <div ref={notice} class={`notice ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon name={icons[kind]} />
      <div class="notice-text">{children}</div>
    </div>
  );
}

/** Replaces data that could not be loaded. */
export function LoadProblem({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  return (
    <Notice kind="error">
      <p>{problemText(error)}</p>
      <Button isSmall icon="refresh" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}
