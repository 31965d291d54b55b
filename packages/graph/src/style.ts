/** `auto` follows the reader's system settings. */
export type Theme = 'auto' | 'light' | 'dark';

const light = {
  page: '#ffffff',
  box: '#ffffff',
  line: '#c3cad5',
  text: '#1c2430',
  muted: '#5b6675',
  way: '#6b7788',
  rule: '#e8ebf0',
  added: '#1a7f37',
  'added-fill': '#e9f8ee',
  removed: '#c2252f',
  'removed-fill': '#fdeeee',
  changed: '#9a6200',
  'changed-fill': '#fff5de',
  visited: '#1a7f37',
  'visited-fill': '#e9f8ee',
  missed: '#6b7280',
  'missed-fill': '#f1f3f6',
  error: '#c2252f',
  warning: '#9a6200',
};

type Colors = Readonly<Record<keyof typeof light, string>>;

const dark: Colors = {
  page: '#0d1117',
  box: '#161d27',
  line: '#3a4554',
  text: '#e6edf3',
  muted: '#9aa6b5',
  way: '#8592a3',
  rule: '#273140',
  added: '#4ac26b',
  'added-fill': '#12291b',
  removed: '#ff7b72',
  'removed-fill': '#331a1c',
  changed: '#e3b341',
  'changed-fill': '#2e2511',
  visited: '#4ac26b',
  'visited-fill': '#12291b',
  missed: '#8b949e',
  'missed-fill': '#1d232c',
  error: '#ff7b72',
  warning: '#e3b341',
};

function variables(colors: Colors): string {
  return `.bw{${Object.entries(colors)
    .map(([name, value]) => `--bw-${name}:${value}`)
    .join(';')}}`;
}

const states = ['added', 'removed', 'changed', 'visited', 'missed'] as const;

/** All names begin with `bw`, so that a picture in a page does not style the page. @spec PI14 */
const rules = [
  '.bw text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Color Emoji",sans-serif;fill:var(--bw-text)}',
  '.bw-page{fill:var(--bw-page)}',
  '.bw-heading{font-size:18px;font-weight:600}',
  '.bw-box{fill:var(--bw-box);stroke:var(--bw-line);stroke-width:1.5}',
  '.bw-name{font-size:14px;font-weight:600}',
  '.bw text.bw-type{font-size:11px;fill:var(--bw-muted)}',
  '.bw-text{font-size:12px}',
  '.bw text.bw-label{font-size:11.5px;fill:var(--bw-muted)}',
  '.bw text.bw-times{font-size:11px;fill:var(--bw-muted)}',
  '.bw-rule{stroke:var(--bw-rule);fill:none}',
  '.bw-port{fill:var(--bw-box);stroke:var(--bw-way);stroke-width:1.5}',
  '.bw-way{fill:none;stroke:var(--bw-way);stroke-width:1.6}',
  '.bw-arrow{fill:var(--bw-way)}',
  '.bw-jump .bw-way{stroke-dasharray:9 3 2 3}',
  '.bw-badge text,.bw-finding text{font-size:11px;font-weight:600}',
  ...states.flatMap((state) => [
    `.bw-${state}>.bw-box{stroke:var(--bw-${state});fill:var(--bw-${state}-fill);stroke-width:2}`,
    `.bw-badge.bw-${state} rect{fill:var(--bw-box);stroke:var(--bw-${state})}`,
    `.bw-badge.bw-${state} text{fill:var(--bw-${state})}`,
    `.bw-edge.bw-${state} .bw-way{stroke:var(--bw-${state});stroke-width:2.4}`,
    `.bw-edge.bw-${state} .bw-arrow{fill:var(--bw-${state})}`,
  ]),
  '.bw-removed>.bw-box,.bw-edge.bw-removed .bw-way{stroke-dasharray:7 4}',
  '.bw-missed>.bw-box,.bw-edge.bw-missed .bw-way{stroke-dasharray:2 4;stroke-linecap:round}',
  '.bw-has-error>.bw-box{stroke:var(--bw-error);stroke-width:2}',
  '.bw-has-warning>.bw-box{stroke:var(--bw-warning);stroke-width:2}',
  '.bw-edge.bw-missed .bw-way{stroke-width:1.6}',
  '.bw-block.bw-visited>.bw-box{fill:var(--bw-box)}',
  '.bw-block.bw-removed .bw-name{text-decoration:line-through}',
  ...['error', 'warning'].flatMap((level) => [
    `.bw-finding.bw-${level} path{fill:var(--bw-${level})}`,
    `.bw .bw-finding.bw-${level} text.bw-code{fill:var(--bw-${level})}`,
  ]),
].join('');

export function styleOf(theme: Theme): string {
  if (theme === 'dark') return variables(dark) + rules;
  const follows = theme === 'auto' ? `@media(prefers-color-scheme:dark){${variables(dark)}}` : '';
  return variables(light) + follows + rules;
}
