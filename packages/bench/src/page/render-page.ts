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
import { comparedTools } from './compared-tools.ts';
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

/** Writes the page in Markdown. */
export function renderPage(results: readonly BenchmarkResult[]): string {
  const names = new Set(results.map(({ name }) => name));
  const sections = chapters.flatMap((chapter) => {
    const ofChapter = results.filter((each) => each.chapter === chapter);
    if (ofChapter.length === 0) return [];
    return [`## ${titles[chapter]}`, ...ofChapter.flatMap(renderBenchmark)];
  });
  const markdown = [
    '# Benchmarks',
    '<!-- Written by `npm run bench -- --write-docs` from packages/bench/results.json: edit what writes it. -->',
    introduction,
    '## Machines',
    ...renderMachines(results),
    '## What is promised',
    'A promise is a bound; an aim is what we would like. For each benchmark and bound there is a row, with the case that is nearest to the bound, or beyond it: its median, and in brackets the range of 80 of 100 repeats.',
    table(
      ['benchmark', 'cases', 'nearest to its bound', 'measured', 'bound', 'outcome'],
      groupPromises(results).map(renderPromiseRow),
    ),
    ...sections,
    '## What is compared',
    'The figures say how long the same piece of work takes. The tools do different things beside it:',
    table(
      ['tool', 'compared in', 'what it has that we do not', 'what we have that it does not'],
      comparedTools.map(({ name, benchmarks, itHas, weHave }) =>
        row([
          name,
          benchmarks.map((each) => (names.has(each) ? `[${each}](#${each})` : each)).join(', '),
          itHas,
          weHave,
        ]),
      ),
    ),
    repetition,
  ];
  return `${markdown.join('\n\n')}\n`;
}

const introduction = `What the parts of Botwright cost, against limits and other tools. All figures of a row were measured in the same run and in turns, so that whatever else the machine did met all of them alike. Compare ratios rather than times: they are the median of the ratios of the repeats, each of its own round. Behind a figure, in brackets, is the range that 80 of 100 repeats are in; "ms of processor" is processor time of the thread.`;

const repetition = `## How to repeat it

\`\`\`sh
npm run bench                          # all, some minutes; exits with 1 when a promise is not kept
npm run bench edit-block               # one
npm run bench -- --list                # names, sizes, seeds and shapes
npm run bench edit-block -- --blocks 10,500 --shape dense --repeats 30
npm run bench -- --json results.json   # the same as JSON
npm run bench -- --full --write-docs   # this page, on a machine that does nothing else
\`\`\`

Node 20 and npm are enough to begin: the command installs the pinned Node, builds the packages, and installs the other tools in a folder of their own, \`packages/bench/peers\`. On Linux it reads memory from \`/proc\`, and with strace it counts how often servers wait for the disk.

A run of some benchmarks with \`--write-docs\` leaves the results of the others as they are; each says when and on which commit it was measured.`;

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
