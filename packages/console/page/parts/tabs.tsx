export interface TabLink {
  readonly id: string;
  readonly label: string;
  readonly href: string;
  readonly count?: number;
}

/** Views of one record, each with a separate address. */
export function Tabs({
  label,
  tabs,
  current,
}: {
  readonly label: string;
  readonly tabs: readonly TabLink[];
  readonly current: string;
}) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ id, label: text, href, count }) => (
        <a key={id} href={href} aria-current={id === current ? 'page' : undefined}>
          {text}
          {count !== undefined && <span class="count">{count}</span>}
        </a>
      ))}
    </nav>
  );
}
