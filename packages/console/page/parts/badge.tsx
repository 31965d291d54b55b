import type { ComponentChildren } from 'preact';

export type BadgeTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

/** A word on how something stands. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: BadgeTone;
  readonly children: ComponentChildren;
}) {
  return <span class={`badge ${tone}`}>{children}</span>;
}
