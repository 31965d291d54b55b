import { type Chapter, chapters } from '../harness/chapters.ts';
import {
  hasOneFigure,
  renderMachine,
  renderNumber,
  renderOptions,
  renderSpread,
  titleOf,
} from '../harness/render-text.ts';
import type { BenchmarkResult, CaseResult, Note } from '../harness/result.ts';
import { groupPromises, renderPromiseRow } from './promises.ts';

const titles: Readonly<Record<Chapter, string>> = {
  drafts: 'Drafts',
  checks: 'Checks',
  conversations: 'Conversations',
  webhooks: 'Webhooks and queues',
  lists: 'Lists and versions',
  requests: 'Requests',
  size: 'Memory, start and size',
};

/** Replaces the parts of the page that show results; comments mark the beginning and the end of each. */
export function renderPage(page: string, results: readonly BenchmarkResult[]): string {
  const parts = {
    machines: renderMachines(results),
    promises: [
      table(
        ['benchmark', 'cases', 'nearest to its bound', 'measured', 'bound', 'outcome'],
        groupPromises(results).map(renderPromiseRow),
      ),
    ],
    results: chapters.flatMap((chapter) => {
      const ofChapter = results.filter((each) => each.chapter === chapter);
      return ofChapter.length === 0 ? [] : [`## ${titles[chapter]}`, ...ofChapter.flatMap(renderBenchmark)];
    }),
  };
  return Object.entries(parts).reduce((text, [name, part]) => {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`The page has no part between ${begin} and ${end}.`);
    return [text.slice(0, from), [begin, ...part, end].join('\n\n'), text.slice(to + end.length)].join('');
  }, page);
}

function renderMachines(results: readonly BenchmarkResult[]): readonly string[] {
  const byMachine = Map.groupBy(results, ({ machine }) =>
    renderMachine({ ...machine, load: 0 }).replace(/; load.*/, ''),
  );
  return [...byMachine].map(([text, group]) => {
    const days = [...new Set(group.map(({ startedAt }) => startedAt.slice(0, 10)))].toSorted().join(', ');
    const loads = group.map(({ machine }) => machine.load);
    const which = byMachine.size === 1 ? 'All' : group.map(({ name }) => `[${name}](#${name})`).join(', ');
    return `- ${which}: ${text}; ${days}. Load when a benchmark began: ${renderNumber(Math.min(...loads))} to ${renderNumber(Math.max(...loads))}.`;
  });
}

function renderBenchmark(result: BenchmarkResult): readonly string[] {
  const { name, measures, peers, options, cases, notes, failure } = result;
  const given = renderOptions(options);
  const versions = Object.entries(peers).map(([peer, version]) => `${peer} ${version}`);
  return [
    `### ${name}`,
    measures,
    `\`npm run bench ${name}${given === '' ? '' : ` -- ${given}`}\`${versions.length === 0 ? '' : `; with ${versions.join(', ')}`}`,
    ...(failure === undefined ? [] : [`**It failed**: ${failure.split('\n')[0]}`]),
    ...renderCases(cases),
    ...(notes.length === 0 ? [] : [notes.map(renderNoteItem).join('\n')]),
  ];
}

function renderNoteItem({ text, holds }: Note): string {
  return `- ${text}${holds === undefined ? '' : holds ? ': yes' : ': **no**'}`;
}

/** Cases with the same arms share a table. */
function renderCases(cases: readonly CaseResult[]): readonly string[] {
  const groups = Map.groupBy(cases, ({ arms, ratios }) =>
    JSON.stringify([arms.map((arm) => [arm.name, Object.keys(arm.figures)]), ratios.map(({ of, to }) => [of, to])]),
  );
  return [...groups.values()].flatMap((group) => {
    const [{ arms }] = group as [CaseResult];
    return arms.length > 5 ? group.flatMap(renderLong) : [renderWide(group)];
  });
}

/** A row for each case and unit, a column for each arm. */
function renderWide(cases: readonly CaseResult[]): string {
  const [first] = cases as [CaseResult];
  const isOne = hasOneFigure(first.arms);
  const ratioTitles = first.ratios.map((ratio) => titleOf(ratio, isOne));
  const rows = cases.flatMap(({ title, arms, ratios }) => {
    const units = [...new Set(arms.flatMap(({ figures }) => Object.keys(figures)))];
    return units.map((unit, at) =>
      row([
        at === 0 ? title : '',
        unit,
        ...arms.map(({ figures }) => (figures[unit] === undefined ? '' : renderSpread(figures[unit]))),
        ...ratios.map(({ value }) => (at === 0 ? renderSpread(value) : '')),
      ]),
    );
  });
  return table(['case', 'unit', ...first.arms.map(({ name }) => name), ...ratioTitles], rows);
}

/** A row for each arm, a column for each unit. */
function renderLong({ title, arms, ratios }: CaseResult): readonly string[] {
  const units = [...new Set(arms.flatMap(({ figures }) => Object.keys(figures)))];
  const rows = arms.map(({ name, figures }) =>
    row([name, ...units.map((unit) => (figures[unit] === undefined ? '' : renderSpread(figures[unit])))]),
  );
  const ratioRows = ratios.map((ratio) => row([titleOf(ratio, hasOneFigure(arms)), renderSpread(ratio.value)]));
  return [table([title, ...units], rows), ...(ratioRows.length === 0 ? [] : [table([title, 'ratio'], ratioRows)])];
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function table(head: readonly string[], rows: readonly string[]): string {
  return [row(head), `|${'---|'.repeat(head.length)}`, ...rows].join('\n');
}
