import type { Machine } from './machine.ts';
import type { OptionValue } from './options.ts';
import type { ArmResult, CaseResult, Note, RatioResult, Spread } from './result.ts';

/** Three significant digits, and all digits of larger numbers. */
export function renderNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString('en-US');
  if (Number.isInteger(value)) return String(value);
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(6, digits));
}

export function renderSpread({ median, low, high }: Spread): string {
  const [middle, from, to] = [median, low, high].map(renderNumber);
  return from === to ? `${middle}` : `${middle} (${from}–${to})`;
}

export function renderBound({ atMost, atLeast, aim }: RatioResult): string {
  const bounds = [
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(aim === undefined ? [] : [`aim ${aim}`]),
  ];
  return bounds.join(', ');
}

export function titleOf({ of, to, figure }: RatioResult, isOnlyFigure: boolean): string {
  if (to === undefined) return `${of}, ${figure}`;
  return isOnlyFigure ? `${of} ÷ ${to}` : `${of} ÷ ${to}, ${figure}`;
}

/** Whether the arms were measured in one unit, so that ratios need not name it. */
export function hasOneFigure(arms: readonly ArmResult[]): boolean {
  return new Set(arms.flatMap(({ figures }) => Object.keys(figures))).size <= 1;
}

export function renderCase({ title, repeats, arms, ratios }: CaseResult): string {
  const rows = arms.flatMap(({ name, figures }) =>
    Object.entries(figures).map(([unit, spread]) => [name, `${renderSpread(spread)} ${unit}`, '']),
  );
  const ratioRows = ratios.map((ratio) => {
    const outcome = ratio.outcome === 'none' ? '' : `${renderBound(ratio)}: ${ratio.outcome}`;
    return [titleOf(ratio, hasOneFigure(arms)), renderSpread(ratio.value), outcome];
  });
  const table = [...rows, ...ratioRows];
  const widths = [0, 1].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) =>
    `    ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  );
  return [`  ${title} (${repeats} repeats)`, ...lines, ''].join('\n');
}

export function renderNote({ text, holds }: Note): string {
  return holds === undefined ? `  ${text}` : `  ${text}: ${holds ? 'yes' : 'NO'}`;
}

export function renderOptions(options: Readonly<Record<string, OptionValue>>): string {
  return Object.entries(options)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `--${name} ${Array.isArray(value) ? value.join(',') : value}`)
    .join(' ');
}

export function renderMachine(machine: Machine): string {
  const { processor, cores, memoryGiB, system, node, sqlite, botwright, commit, load } = machine;
  return (
    `${cores} × ${processor}, ${memoryGiB} GiB, ${system}, Node ${node}, SQLite ${sqlite}, ` +
    `Botwright ${botwright} at ${commit}; load ${load} when it began`
  );
}
