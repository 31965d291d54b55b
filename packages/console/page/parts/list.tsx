import type { ComponentChildren } from 'preact';
import type { Loaded } from '../api/use-load.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { LoadProblem } from './notice.tsx';

/** Shows that a list is empty, and the next step. */
export function Empty({
  icon,
  title,
  children,
}: {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Placeholder rows during loading. */
export function Skeleton({ rows = 4 }: { readonly rows?: number }) {
  return (
    <div class="skeleton" role="status">
      <span class="hidden">Loading…</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} class="skeleton-row" aria-hidden="true" />
      ))}
    </div>
  );
}

/** The loaded data, or the error. Earlier data stays next to a new error. */
export function Loading<T>({
  loaded,
  rows,
  children,
}: {
  readonly loaded: Loaded<T>;
  readonly rows?: number;
  readonly children: (data: T) => ComponentChildren;
}) {
  const { data, error, isLoading, reload } = loaded;
  return (
    <>
      {error !== undefined && <LoadProblem error={error} onRetry={reload} />}
      {data === undefined
        ? isLoading && error === undefined && <Skeleton {...(rows !== undefined && { rows })} />
        : children(data)}
    </>
  );
}

/**
 * One page of a list.
 *
 * @param props - `empty` is shown without entries; `children` makes the row of an entry.
 */
export function PagedList<T>(props: {
  readonly loaded: Loaded<{ readonly items: readonly T[]; readonly total: number }>;
  readonly label: string;
  readonly page: number;
  readonly pageSize: number;
  readonly onPage: (page: number) => void;
  readonly empty: ComponentChildren;
  readonly children: (item: T, at: number, items: readonly T[]) => ComponentChildren;
}) {
  const { loaded, label, empty, children } = props;
  return (
    <Loading loaded={loaded}>
      {({ items, total }) =>
        items.length === 0 ? (
          empty
        ) : (
          <>
            <ul class="panel rows" aria-label={label}>
              {items.map(children)}
            </ul>
            <Pager {...props} total={total} />
          </>
        )
      }
    </Loading>
  );
}

/** The buttons of a paged list. `page` counts from 1. */
export function Pager({
  page,
  pageSize,
  total,
  onPage,
}: {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (pages === 1 && page === 1) return null;
  const first = (page - 1) * pageSize + 1;
  // Loading the next page removes the list, and the focused button with it.
  const turn = (next: number) => {
    const main = document.querySelector('main');
    main?.scrollTo(0, 0);
    main?.querySelector('h1')?.focus({ preventScroll: true });
    onPage(next);
  };
  return (
    <nav class="pager" aria-label="Pages">
      <Button isSmall icon="left" isDisabled={page <= 1} onClick={() => turn(page - 1)}>
        Previous
      </Button>
      <p aria-live="polite">
        {first > total ? 'Past the end' : `${first} to ${Math.min(total, first + pageSize - 1)}`} of {total}
      </p>
      <Button isSmall icon="right" isDisabled={page >= pages} onClick={() => turn(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
