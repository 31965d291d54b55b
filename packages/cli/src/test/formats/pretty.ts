import { renderPlace, type ScenarioFailure } from '@botwright/testing';
import type { FileFault } from '@botwright/testing/scenario-files';
import { codeBlock, splitLines } from '../../printing/code-frame.ts';
import { paint } from '../../printing/paint.ts';
import { printable, printableLine } from '../../printing/printable.ts';
import {
  coverageTable,
  describeResult,
  describeTooLittle,
  type PrintedResult,
  type RenderResult,
  type TestedFile,
} from '../test-result.ts';

/** For people: each file in a line, and each failure with its place and the bot's actual answer. @spec TC11 */
export const render: RenderResult = (result) => {
  const { files, isVerbose, tooLittle, minCoverage = 0 } = result;
  // Several files may have scenarios of one broken bot; report it once.
  const faults = new Set(files.flatMap((file) => file.faults.map(renderFault)));
  const failures = files.flatMap((file) =>
    file.results.flatMap(({ name, failure }) => (failure === undefined ? [] : [renderFailure(file, name, failure)])),
  );
  const missed = tooLittle.map((each) => `${mark(false)} ${printable(describeTooLittle(each, minCoverage))}`);
  const parts = [
    files.flatMap((file) => renderFile(file, isVerbose)).join('\n'),
    ...faults,
    ...failures,
    coverageTable(result),
    missed.join('\n'),
    describeResult(result),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
};

function renderFile(
  { name, bot, results, skipped, notRun, faults }: TestedFile,
  isVerbose: boolean,
): readonly string[] {
  const failed = results.filter(({ ok }) => !ok).length;
  const ran = failed > 0 ? `${failed} of ${results.length} failed` : `${results.length} passed`;
  const counts = [ran, ...countOf(skipped.length, 'skipped'), ...countOf(notRun, 'not run')].join(', ');
  const what = faults.length > 0 ? 'cannot be run' : counts;
  const beside = bot === undefined ? '' : paint('dim', ` with ${printable(bot)}`);
  return [
    `${mark(failed === 0 && faults.length === 0)} ${printable(name)}${beside}: ${what}`,
    ...(isVerbose ? results.map(renderLine) : []),
    ...(isVerbose ? skipped.map(({ name: left, reason }) => `     skip ${printable(left)}: ${printable(reason)}`) : []),
  ];
}

function countOf(number: number, what: string): readonly string[] {
  return number > 0 ? [`${number} ${what}`] : [];
}

function renderLine({ name, ok }: PrintedResult): string {
  return `     ${mark(ok)} ${printable(name)}`;
}

function mark(ok: boolean): string {
  return ok ? paint('green', 'ok  ') : paint(['red', 'bold'], 'FAIL');
}

/** @spec TE27 */
function renderFailure({ name: file, text, sharedTexts }: TestedFile, name: string, failure: ScenarioFailure): string {
  const { message, place, usedAt, diff } = failure;
  const shown = place?.file === undefined ? undefined : sharedTexts.get(place.file);
  const legend = `  ${paint('red', '- expected')}  ${paint('green', '+ instead')}`;
  return [
    `${mark(false)} ${paint('bold', printable(name))}: ${printable(message)}`,
    ...(place === undefined ? [] : codeBlock(place.file ?? file, splitLines(shown ?? text), place, 'red')),
    ...(usedAt === undefined ? [] : [`    used at ${printable(renderPlace(usedAt))}`]),
    ...(diff.length === 0 ? [] : ['', legend, ...diff.map((line) => `  ${renderDiffLine(printableLine(line))}`)]),
  ].join('\n');
}

function renderDiffLine(line: string): string {
  if (line.startsWith('- ')) return paint('red', line);
  return line.startsWith('+ ') ? paint('green', line) : line;
}

/** The reason that something cannot be run. */
export function renderFault({ code = 'unreadable', message, place, text }: FileFault): string {
  const title = `${paint(['red', 'bold'], 'error')} ${paint('bold', printable(code))}: ${printable(message)}`;
  return [title, ...codeBlock(place.file ?? '', splitLines(text), place, 'red')].join('\n');
}
