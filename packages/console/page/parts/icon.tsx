/** Lines in a square of 20 by 20, in the colour of the text. */
const shapes = {
  bots: 'M10 2.5v3M5.5 5.5h9a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2ZM7.5 9.5v1.5M12.5 9.5v1.5M8 14h4M1.5 10v2.5M18.5 10v2.5',
  channels:
    'M10 10h.01M6.8 13.2a4.5 4.5 0 0 1 0-6.4M13.2 6.8a4.5 4.5 0 0 1 0 6.4M4.3 15.7a8 8 0 0 1 0-11.4M15.7 4.3a8 8 0 0 1 0 11.4',
  customers: 'M10 9.5a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5ZM3.5 17a6.5 6.5 0 0 1 13 0',
  chat: 'M17 9.5c0 3.6-3.1 6.5-7 6.5-.9 0-1.8-.2-2.6-.4L3.5 17l1-3.2A6.2 6.2 0 0 1 3 9.5C3 5.9 6.1 3 10 3s7 2.9 7 6.5Z',
  send: 'M17.5 2.5 9 11M17.5 2.5 12 17.5 9 11 2.5 8Z',
  plug: 'M7 2.5v4M13 2.5v4M4.5 6.5h11v2.5a5.5 5.5 0 0 1-11 0ZM10 14.5v3',
  mail: 'M3 4.5h14v11H3ZM3 5l7 6 7-6',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  fit: 'M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4',
  undo: 'M7 3.5 3 7.5l4 4M3 7.5h8.5a5 5 0 0 1 0 10H8',
  redo: 'M13 3.5l4 4-4 4M17 7.5H8.5a5 5 0 0 0 0 10H12',
  tidy: 'M3 4h5v4H3ZM3 12h5v4H3ZM12 8h5v4h-5ZM8 6h2v8H8M10 10h2',
  download: 'M10 3v9.5M6 9l4 4 4-4M3.5 16.5h13',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM13 13l4 4',
  close: 'M5 5l10 10M15 5 5 15',
  more: 'M4 10a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0M9.4 10a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0M14.8 10a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0',
  check: 'M4 10.5 8 14.5 16 5.5',
  warning: 'M10 3 2 16.5h16ZM10 8v4M10 14.2h.01',
  error: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 6.5v4M10 13.2h.01',
  info: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 9.5v4M10 6.8h.01',
  external: 'M8 4.5H4.5v11h11V12M11.5 3.5h5v5M16.5 3.5 9.5 10.5',
  left: 'M12 4.5 6.5 10 12 15.5',
  right: 'M8 4.5 13.5 10 8 15.5',
  up: 'M4.5 12.5 10 7l5.5 5.5',
  down: 'M4.5 8 10 13.5 15.5 8',
  refresh: 'M16.5 10A6.5 6.5 0 1 1 14.5 5.3M16.5 2.5v4h-4',
  trash: 'M3.5 5.5h13M8 5.5v-2h4v2M5 5.5l.8 11h8.4l.8-11M8.3 9v4.5M11.7 9v4.5',
  copy: 'M7 7V3.5h9.5V13H13M3.5 7H13v9.5H3.5Z',
  sun: 'M10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM10 1.5V3M10 17v1.5M1.5 10H3M17 10h1.5M4 4l1 1M15 15l1 1M16 4l-1 1M5 15l-1 1',
  moon: 'M16.5 11.5A7 7 0 0 1 8.5 3.5a7 7 0 1 0 8 8Z',
  auto: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 3v14M10 6l5.5 0M10 9.5h7M10 13h6',
  exit: 'M8 3.5H4v13h4M12.5 6.5 16 10l-3.5 3.5M16 10H7.5',
  edit: 'M3.5 16.5l.8-3.5L13 4.3l2.7 2.7L7 15.7ZM11.5 5.8l2.7 2.7',
  play: 'M6 4v12l10-6Z',
  restore: 'M3.5 10A6.5 6.5 0 1 0 5.5 5.3M3.5 2.5v4h4',
  link: 'M8.5 11.5a3 3 0 0 0 4.3 0l3-3a3 3 0 0 0-4.3-4.3l-1 1M11.5 8.5a3 3 0 0 0-4.3 0l-3 3a3 3 0 0 0 4.3 4.3l1-1',
} as const;

export type IconName = keyof typeof shapes;

/** A picture next to a text with the same meaning. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </svg>
  );
}
