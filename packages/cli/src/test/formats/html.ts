import type { Diagram } from '@botwright/core/diagram';
import { toSvg } from '@botwright/graph';
import { renderPlace, type ScenarioFailure } from '@botwright/testing';
import { htmlPage } from '../html/page.ts';
import { renderStep, shown } from '../html/steps.ts';
import {
  coverageTable,
  describeResult,
  describeTooLittle,
  type PrintedResult,
  type RenderResult,
} from '../test-result.ts';

/** In bytes, for each 50 scenarios. */
const largestPage = 500_000;
const shareOfSteps = 0.5;
/** For style, script, and the ends of elements. */
const largestFrame = 12_000;
const scenariosOfPage = 50;
const mostDiffLines = 60;
const hint =
  '<p class="muted">Each step is a button: the picture shows its block, and while you scroll the block of a step in view.</p>';

/**
 * One page for people, which loads nothing: failed scenarios step by step on the pictures of their bots, the others in
 * lists.
 *
 * @spec TC18, HR1, HR2, HR3, HR4, HR5
 */
export const render: RenderResult = (result) => {
  const { files, tooLittle, minCoverage = 0 } = result;
  const all = files.flatMap((file) => file.results.map((each) => ({ file, each })));
  const failed = all.filter(({ each }) => !each.ok);
  const pages = Math.max(1, Math.ceil(all.length / scenariosOfPage));
  const room = createRoom(largestPage * pages - largestFrame);
  const pictures = new Map<Diagram, number>();
  const share = Math.floor((largestPage * pages * shareOfSteps) / Math.max(1, failed.length));
  const head = [
    ...files.flatMap(({ faults }) => faults.map(({ message, place }) => `${renderPlace(place)} ${message}`)),
    ...tooLittle.map((each) => describeTooLittle(each, minCoverage)),
    ...coverageTable(result).split('\n').filter(Boolean),
  ].map(shown);
  const lists = files.map((file) => listOf(file.name, file.results, file.skipped));
  const failures = failed.map(({ file, each }) => renderFailed(file.name, each, share, pictures));
  const kept = room.take(head);
  const shownFailures = room.take(failures);
  const shownLists = room.take(lists);
  const drawn = [...pictures].map(([diagram, number]) => pictureOf(diagram, number));
  const shownPictures = room.take(drawn);
  const leftOut = [
    [failures.length - shownFailures.length, 'failed scenarios'],
    [drawn.length - shownPictures.length, 'pictures'],
    [lists.length - shownLists.length, 'files'],
    [head.length - kept.length, 'faults'],
  ].flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));

  return htmlPage(
    'botwright test',
    [
      `<header><h1>${failed.length > 0 ? '<span class="bad">Failed</span>' : '<span class="good">Passed</span>'}</h1>`,
      `<p>${shown(describeResult(result))}</p>`,
      ...(leftOut.length === 0
        ? []
        : [`<p class="muted">Left out, for the size of this page: ${leftOut.join(', ')}.</p>`]),
      ...(kept.length === 0 ? [] : [`<pre>${kept.join('\n')}</pre>`]),
      ...(shownPictures.length === 0 ? [] : [hint]),
      '<p class="muted" id="status" role="status"></p></header>',
      `<main${shownPictures.length === 0 ? ' class="plain"' : ''}><div>${shownFailures.join('\n')}</div>`,
      shownPictures.length === 0 ? '' : `<div class="pictures">${shownPictures.join('\n')}</div>`,
      `</main><footer>${shownLists.join('\n')}</footer>`,
    ].join('\n'),
  );
};

/** Takes parts while they fit. */
function createRoom(bytes: number) {
  let left = bytes;
  return {
    take: (parts: readonly string[]): readonly string[] =>
      parts.filter((part) => {
        const size = Buffer.byteLength(part) + 1;
        if (size > left) return false;
        left -= size;
        return true;
      }),
  };
}

function renderFailed(
  file: string,
  { name, failure, steps = [], chat }: PrintedResult,
  share: number,
  pictures: Map<Diagram, number>,
): string {
  const { message, place, usedAt, diff } = failure as ScenarioFailure;
  const where = [place, usedAt].flatMap((each) => (each === undefined ? [] : [renderPlace(each)]));
  const rendered = steps.map((step, at) => {
    const diagram = chat?.diagrams.get(step.bot);
    if (diagram !== undefined && !pictures.has(diagram)) pictures.set(diagram, pictures.size);
    const picture = diagram === undefined ? undefined : pictures.get(diagram);
    return renderStep(step, steps[at - 1], at === steps.length - 1, picture);
  });
  // The failure is at the end.
  const kept = createRoom(share).take(rendered.toReversed()).toReversed();
  const missing = rendered.length - kept.length;
  const more = diff.length > mostDiffLines ? [`and ${diff.length - mostDiffLines} more lines`] : [];
  return [
    `<section class="failed"><h2><bdi>${shown(name)}</bdi></h2>`,
    `<p class="muted">${shown([file, ...where].join(', '))}</p>`,
    `<p class="bad">${shown(message)}</p>`,
    ...(diff.length === 0
      ? []
      : [
          `<p class="muted">- expected, + instead</p><pre>${[...diff.slice(0, mostDiffLines), ...more].map(shown).join('\n')}</pre>`,
        ]),
    ...(missing === 0
      ? []
      : [`<p class="muted">${missing === 1 ? '1 earlier step is' : `${missing} earlier steps are`} left out.</p>`]),
    `<ol>${kept.join('\n')}</ol></section>`,
  ].join('\n');
}

function pictureOf(diagram: Diagram, number: number): string {
  const svg = toSvg(diagram, { idPrefix: `picture-${number}` });
  return `<div class="picture" id="picture-${number}" tabindex="0" role="group" aria-label="Picture of the bot">${svg}</div>`;
}

function listOf(
  name: string,
  results: readonly PrintedResult[],
  skipped: readonly { readonly name: string; readonly reason: string }[],
): string {
  const passed = results.filter(({ ok }) => ok);
  const counts = [`${passed.length} passed`, ...(skipped.length > 0 ? [`${skipped.length} skipped`] : [])].join(', ');
  return [
    `<details><summary>${shown(name)}: ${counts}</summary><ul>`,
    ...passed.map((each) => `<li class="good"><bdi>${shown(each.name)}</bdi></li>`),
    ...skipped.map((each) => `<li class="muted"><bdi>${shown(each.name)}</bdi>: <bdi>${shown(each.reason)}</bdi></li>`),
    '</ul></details>',
  ].join('\n');
}
