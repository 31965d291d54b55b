import type { ComponentChildren } from 'preact';

export type BadgeTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

/** A word for the state of a record. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: BadgeTone;
  readonly children: ComponentChildren;
}) {
  return <span class={`badge ${tone}`}>{children}</span>;
}
