import { renderNumber } from '../harness/render-text.ts';
import { colours, line, rectangle, shorten, svg, text, width } from './svg.ts';

export interface Bar {
  readonly name: string;
  readonly value: number;
  /** The text behind the bar. Default: the value. */
  readonly label?: string;
  /** Index of its colour. Default 0. */
  readonly colour?: number;
}

export interface BarGroup {
  readonly title: string;
  readonly bars: readonly Bar[];
}

interface BarOptions {
  /** A line at this value, with its meaning. */
  readonly mark?: { readonly value: number; readonly name: string };
}

const row = 22;
const left = 300;
const right = 110;

/** Draws groups of horizontal bars. Each group has a separate scale, unless there is a mark, which all groups share. */
export function barChart(title: string, groups: readonly BarGroup[], { mark }: BarOptions = {}): string {
  const elements: string[] = [text(16, 24, title, { bold: true })];
  const room = width - left - right;
  const all = groups.flatMap(({ bars }) => bars.map(({ value }) => value));
  let y = 40;
  const top = y;
  for (const { title: name, bars } of groups) {
    if (name !== '') {
      elements.push(text(16, y + 16, shorten(name, 100), { fill: '#57606a' }));
      y += row;
    }
    const most = mark === undefined ? Math.max(...bars.map(({ value }) => value)) : Math.max(mark.value * 1.5, ...all);
    // A bar that is much longer than the others would make them unreadable.
    const scale = mark === undefined ? most : Math.min(most, mark.value * 3);
    for (const { name: label, value, label: shown = renderNumber(value), colour = 0 } of bars) {
      const length = (Math.min(value, scale) / scale) * room;
      elements.push(text(left - 10, y + 15, shorten(label, 46), { anchor: 'end' }));
      elements.push(rectangle(left, y + 3, length, row - 6, colours[colour % colours.length] as string));
      elements.push(text(left + length + 6, y + 15, value > scale ? `${shown} →` : shown));
      y += row;
    }
    y += 8;
    if (mark !== undefined) {
      const x = left + (mark.value / scale) * room;
      elements.push(line([x, top - 4], [x, y - 4], '#1f2328', '4 3'));
      elements.push(text(x, y + 12, mark.name, { anchor: 'middle', fill: '#57606a' }));
      y += row;
    }
  }
  return svg(y + 8, title, elements);
}
