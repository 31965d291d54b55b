import { renderNumber } from '../harness/render-text.ts';
import type { CaseResult } from '../harness/result.ts';
import { colours, line, rectangle, round, shorten, svg, text, width } from './svg.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Series {
  readonly title: string;
  readonly points: readonly Point[];
}

const plot = { left: 70, right: 20, top: 44, height: 260 };

/** Draws how a figure grows with the size, both on logarithmic scales: a straight line upwards is a power of the size. */
export function growthChart(title: string, cases: readonly CaseResult[]): string | undefined {
  const unit = unitOf(cases);
  const series = mostTelling(cases.flatMap((each) => seriesOf(each, unit)));
  const points = series.flatMap((each) => each.points);
  const xs = [...new Set(points.map(({ x }) => x))].toSorted((a, b) => a - b);
  const [least, most] = [xs[0], xs.at(-1)];
  if (unit === undefined || least === undefined || most === undefined || least === most) return undefined;

  const ys = points.map(({ y }) => y);
  const [bottom, top] = [Math.min(...ys) / 1.25, Math.max(...ys) * 1.25];
  const share = (value: number, from: number, to: number) => Math.log(value / from) / Math.log(to / from);
  const xAt = (x: number) => plot.left + share(x, least, most) * (width - plot.left - plot.right);
  const yAt = (y: number) => plot.top + (1 - share(y, bottom, top)) * plot.height;
  const floor = plot.top + plot.height;

  const ticks = ticksOf(bottom, top).flatMap((value) => [
    line([plot.left, yAt(value)], [width - plot.right, yAt(value)], '#e5e8eb'),
    text(plot.left - 8, yAt(value) + 4, renderNumber(value), { anchor: 'end', fill: '#57606a' }),
  ]);
  const sizes = xs.flatMap((value, at) => [
    line([xAt(value), floor], [xAt(value), floor + 5], '#8c959f'),
    text(xAt(value), floor + 20, value.toLocaleString('en-US'), {
      anchor: at === xs.length - 1 ? 'end' : at === 0 ? 'start' : 'middle',
      fill: '#57606a',
    }),
  ]);
  const drawn = series.flatMap(({ points: each }, at) => {
    const colour = colours[at % colours.length] as string;
    const path = each.map(({ x, y }) => `${round(xAt(x))},${round(yAt(y))}`).join(' ');
    return [
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...each.map(({ x, y }) => `<circle cx="${round(xAt(x))}" cy="${round(yAt(y))}" r="3" fill="${colour}"/>`),
    ];
  });
  const legend = series.map(({ title: name }, at) => {
    const y = floor + 48 + at * 18;
    const colour = colours[at % colours.length] as string;
    return rectangle(plot.left, y - 9, 22, 8, colour) + text(plot.left + 30, y, shorten(name, 100));
  });
  const unitOfSize = cases.find(({ sizes: each }) => each !== undefined)?.sizes ?? 'size';
  return svg(floor + 50 + series.length * 18, title, [
    text(16, 24, `${title}: ${unit} by ${unitOfSize}`, { bold: true }),
    ...ticks,
    line([plot.left, floor], [width - plot.right, floor], '#8c959f'),
    ...sizes,
    ...drawn,
    ...legend,
  ]);
}

function unitOf(cases: readonly CaseResult[]): string | undefined {
  for (const { arms } of cases) {
    const sized = arms.find(({ size }) => size !== undefined);
    if (sized !== undefined) return Object.keys(sized.figures)[0];
  }
  return undefined;
}

function seriesOf({ title, arms }: CaseResult, unit: string | undefined): readonly Series[] {
  const points = arms.flatMap(({ size, figures }) => {
    const y = unit === undefined ? undefined : figures[unit]?.median;
    // Zero has no logarithm.
    return size === undefined || size <= 0 || y === undefined || !(y > 0) ? [] : [{ x: size, y }];
  });
  return points.length < 2 ? [] : [{ title, points: points.toSorted((a, b) => a.x - b.x) }];
}

/** The lines that grow most, one for each colour. */
function mostTelling(series: readonly Series[]): readonly Series[] {
  const growthOf = ({ points }: Series) => (points.at(-1)?.y ?? 0) / (points[0]?.y ?? 1);
  const chosen = new Set(series.toSorted((a, b) => growthOf(b) - growthOf(a)).slice(0, colours.length));
  return series.filter((each) => chosen.has(each));
}

/** One, two and five times powers of ten; only powers if there would be too many. */
function ticksOf(from: number, to: number): readonly number[] {
  const powers = Array.from(
    { length: Math.ceil(Math.log10(to)) - Math.floor(Math.log10(from)) + 1 },
    (_, index) => 10 ** (Math.floor(Math.log10(from)) + index),
  );
  const all = powers.flatMap((power) => [power, 2 * power, 5 * power]);
  const within = (values: readonly number[]) => values.filter((value) => value >= from && value <= to);
  return within(all).length > 8 ? within(powers) : within(all);
}
