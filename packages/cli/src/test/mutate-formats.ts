import { type Annotation, renderAnnotation } from '../printing/annotation.ts';
import { renderJunit, type TestSuite } from '../printing/junit.ts';
import { paint } from '../printing/paint.ts';
import { printable, printableJson } from '../printing/printable.ts';
import type { MutatedBot } from './mutated-bot.ts';
import type { ListFormat } from './test-options.ts';

type Missed = MutatedBot['mutants'][number];

/** @spec MU19 */
export const renderMutations: Readonly<
  Record<ListFormat, (bots: readonly MutatedBot[], minScore: number | undefined) => string>
> = {
  pretty: (bots, minScore) => bots.map((bot) => renderPretty(bot, minScore)).join('\n\n'),
  json: (bots) => printableJson({ bots: bots.map(encode) }, 2),
  junit: (bots, minScore) =>
    renderJunit(
      'botwright test --mutate',
      bots.map((bot) => suiteOf(bot, minScore)),
    ),
  github: (bots, minScore) => bots.flatMap((bot) => annotationsOf(bot, minScore)).join('\n'),
};

function missedOf({ mutants }: MutatedBot): readonly Missed[] {
  return mutants.filter(({ outcome }) => outcome !== 'killed');
}

function summaryOf({ file, score, killed, mutants, survived, unreached, leftOut }: MutatedBot): string {
  const missed = [
    ...(survived > 0 ? [`${survived} survived`] : []),
    ...(unreached > 0 ? [`no scenario reaches ${unreached}`] : []),
    ...(leftOut > 0 ? [`${leftOut} more were not tried`] : []),
  ];
  return `${file}: scenarios notice ${killed} of ${mutants.length} changes (${score} %)${missed.length > 0 ? '; ' : ''}${missed.join(', ')}.`;
}

function tooLowOf(minScore: number | undefined): string {
  return `${minScore} % are wanted.`;
}

/** For people: a line for each change that no scenario notices, then the scenarios to write. */
function renderPretty(bot: MutatedBot, minScore: number | undefined): string {
  const missed = missedOf(bot);
  const lines = missed.map((mutant) => {
    const { outcome, block, change } = mutant;
    return `${paint('yellow', outcome.padEnd(9))} ${printable(placeIn(bot, mutant))} ${printable(`block "${block}": ${change}`)}`;
  });
  const mark = bot.isTooLow ? paint(['red', 'bold'], 'FAIL') : paint('green', 'ok  ');
  const end = bot.isTooLow ? ` ${tooLowOf(minScore)}` : '';
  const parts = [lines.join('\n'), renderToWrite(bot, missed), `${mark} ${printable(summaryOf(bot))}${end}`];
  return parts.filter((part) => part !== '').join('\n\n');
}

function placeIn({ file, places }: MutatedBot, { pointer }: Missed): string {
  const place = places.get(pointer);
  return place === undefined ? file : `${file}:${place.line}:${place.column}`;
}

/** The scenarios that notice more, and the ways to blocks for which none was found. */
function renderToWrite(bot: MutatedBot, missed: readonly Missed[]): string {
  const found = bot.proposals.map(({ name }) => {
    const { length } = missed.filter(({ proposal }) => proposal === name);
    return `  ${printable(name)}: notices ${length} of them`;
  });
  const ways = new Map(
    missed.flatMap((mutant) => (mutant.proposal === undefined ? [[mutant.block, stepsOf(mutant)]] : [])),
  );
  const left = [...ways].map(([block, steps]) => `  to block "${printable(block)}": ${printable(steps)}`);
  return [
    ...(found.length > 0 ? ['Scenarios that notice more (--write writes them):', ...found] : []),
    ...(left.length > 0 ? ['Scenarios to write, by the way to the block:', ...left] : []),
  ].join('\n');
}

const mostSteps = 30;

/** The way to a block, such as `welcome $yes > name`. Of a long one the end. */
function stepsOf({ path, block }: Missed): string {
  const steps = path.slice(-mostSteps).map(({ block: from, output }) => `${from} ${output ?? ''}`.trim());
  const before = path.length > mostSteps ? [`${(path.length - mostSteps).toLocaleString('en')} blocks`] : [];
  return [...before, ...steps, block].join(' > ');
}

function encode(bot: MutatedBot): object {
  const { file, score, killed, survived, unreached, leftOut, mutants, proposals, places } = bot;
  return {
    file,
    score,
    killed,
    survived,
    unreached,
    left_out: leftOut,
    mutants: mutants.map((mutant) => {
      const place = places.get(mutant.pointer);
      return { ...mutant, ...(place && { line: place.line, column: place.column }) };
    }),
    proposals,
  };
}

function suiteOf(bot: MutatedBot, minScore: number | undefined): TestSuite {
  const message = `${summaryOf(bot)} ${tooLowOf(minScore)}`;
  const output = missedOf(bot).map((mutant) => `${placeIn(bot, mutant)} block "${mutant.block}": ${mutant.change}`);
  const problem = { kind: 'failure' as const, type: 'score', message, detail: output.join('\n') };
  return {
    name: bot.file,
    cases: [{ name: 'score', ...(bot.isTooLow && { problem }) }],
    output: [summaryOf(bot), ...output].join('\n'),
  };
}

function annotationsOf(bot: MutatedBot, minScore: number | undefined): readonly string[] {
  const { file, places, isTooLow } = bot;
  const missed = missedOf(bot).map((mutant): Annotation => {
    const place = places.get(mutant.pointer);
    const text = `No scenario notices a change of block "${mutant.block}": ${mutant.change}`;
    return { severity: 'warning', file, ...(place && { place }), title: mutant.kind, text };
  });
  const tooLow: Annotation = {
    severity: 'error',
    file,
    title: 'score',
    text: `${summaryOf(bot)} ${tooLowOf(minScore)}`,
  };
  return [...[...missed, ...(isTooLow ? [tooLow] : [])].map(renderAnnotation), printable(summaryOf(bot))];
}
