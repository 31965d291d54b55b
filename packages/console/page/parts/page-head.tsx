import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useTitle } from '../router.ts';

/** The heading of a view. It takes the focus when the view appears, so that screen readers say where one is. @spec CO42 */
export function PageHead({
  title,
  windowTitle = title,
  back,
  children,
  below,
  isSecond = false,
}: {
  readonly title: string;
  /** When the window is to say more. */
  readonly windowTitle?: string;
  /** The view that this one belongs to. */
  readonly back?: { readonly href: string; readonly label: string };
  /** Buttons. */
  readonly children?: ComponentChildren;
  /** What stands below the title. */
  readonly below?: ComponentChildren;
  /** Where another heading is the first of the page. */
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
