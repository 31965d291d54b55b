import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useTitle } from '../router.ts';

/**
 * The heading of a view. It takes the focus when the view appears, so that screen readers announce the view. @spec CO42
 */
export function PageHead({
  title,
  windowTitle = title,
  back,
  children,
  below,
  isSecond = false,
}: {
  readonly title: string;
  /** A longer title for the window. */
  readonly windowTitle?: string;
  /** The parent view. */
  readonly back?: { readonly href: string; readonly label: string };
  /** Buttons. */
  readonly children?: ComponentChildren;
  /** Content below the title. */
  readonly below?: ComponentChildren;
  /** For a view whose first heading is another one. */
  readonly isSecond?: boolean;
}) {
  useTitle(windowTitle);
  const Heading = isSecond ? 'h2' : 'h1';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <header class="page-head">
      <div class="page-head-text">
        {back !== undefined && (
          <a class="back" href={back.href}>
            {back.label}
          </a>
        )}
        <Heading ref={heading} tabIndex={-1}>
          {title}
        </Heading>
        {below !== undefined && <div class="page-head-below">{below}</div>}
      </div>
      {children !== undefined && <div class="actions">{children}</div>}
    </header>
  );
}
