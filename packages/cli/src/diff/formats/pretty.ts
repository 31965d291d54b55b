import { paint } from '../../printing/paint.ts';
import { printable, printableLine } from '../../printing/printable.ts';
import { type RenderDiff, type Review, type ReviewedBlock, summaryOf } from '../review.ts';
import type { ValueChange } from '../value-changes.ts';
import { valueText, withNames, wordChanges } from '../word-changes.ts';

/** Ids of blocks that only moved. */
const mostMoved = 12;

/** For people at a terminal. @spec DD4, DD5, DD6, DD7 */
export const render: RenderDiff = ({ before, after, review, isSame, showsPositions }) => {
  const names = `${paint('bold', printableLine(before.name))} → ${paint('bold', printable(after.name))}`;
  if (isSame) return `${names}: the same.`;
  const others = review.others.length === 0 ? [] : [paint('yellow', '~ diagram'), ...review.others.map(valueLine)];
  const sections = [blockLines(review, showsPositions), connectionLines(review), others];
  return [
    names,
    ...sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n')),
    `${summaryOf(review)}.`,
  ].join('\n\n');
};

function blockLines({ blocks }: Review, showsPositions: boolean): readonly string[] {
  return [
    ...blocks.added.flatMap((block) => [
      `${paint('green', '+ block')} ${nameOf(block)}`,
      ...block.values.map(
        ({ path, after }) => `    ${paint('dim', pathOf(path))} ${paint('green', printable(valueText(after)))}`,
      ),
    ]),
    ...blocks.removed.map((block) => `${paint('red', '- block')} ${nameOf(block)}`),
    ...blocks.renamed.map(
      (block) =>
        `${paint('yellow', '~ block')} ${nameOf(block)} was ${paint('red', printable(withNames(block.before, block.id)))}`,
    ),
    ...blocks.changed.flatMap((block) => [
      `${paint('yellow', '~ block')} ${nameOf(block)}`,
      ...block.values.map(valueLine),
    ]),
    ...movedLines(blocks.moved, showsPositions),
  ];
}

function movedLines(moved: Review['blocks']['moved'], showsPositions: boolean): readonly string[] {
  if (moved.length === 0) return [];
  if (showsPositions) {
    return moved.flatMap((block) => [
      `${paint('cyan', '> block')} ${nameOf(block)} moved`,
      ...block.values.map(valueLine),
    ]);
  }
  const ids = moved.slice(0, mostMoved).map(({ id }) => printable(id));
  const more = moved.length > mostMoved ? ` and ${moved.length - mostMoved} more` : '';
  return [`${paint('cyan', '> moved')} ${ids.join(', ')}${more} ${paint('dim', '(--positions shows where)')}`];
}

function connectionLines({ connections }: Review): readonly string[] {
  const { followed } = connections;
  return [
    ...connections.added.map((connection) => `${paint('green', '+')} ${printable(withNames(connection))}`),
    ...connections.removed.map((connection) => `${paint('red', '-')} ${printable(withNames(connection))}`),
    ...connections.changed.flatMap(({ connection, values }) => [
      `${paint('yellow', '~')} ${printable(connection)}`,
      ...values.map(valueLine),
    ]),
    ...(followed === 0
      ? []
      : [paint('dim', `  ${followed} ${followed === 1 ? 'connection follows' : 'connections follow'} renamed blocks`)]),
  ];
}

function nameOf({ id, kind, name }: ReviewedBlock): string {
  const named = name === undefined ? '' : ` "${printable(name)}"`;
  return `${paint('bold', printable(withNames(id)))}${named} ${paint('dim', printable(kind))}`;
}

/** Without colours, words are marked as Git marks them. */
function valueLine(change: ValueChange): string {
  const path = paint('dim', pathOf(change.path));
  const words = wordChanges(change);
  if (words === undefined) {
    const before = paint('red', printable(valueText(change.before, change.after)));
    return `    ${path} ${before} → ${paint('green', printable(valueText(change.after, change.before)))}`;
  }
  const text = words.map(({ text: part, kind, names }) => {
    const shown = printable(`${part.replaceAll('\n', '⏎')}${names}`);
    if (kind === 'same') return shown;
    return kind === 'added' ? paint('green', `{+${shown}+}`) : paint('red', `[-${shown}-]`);
  });
  return `    ${path} ${text.join('')}`;
}

function pathOf(path: string): string {
  return path === '' ? 'value' : printable(withNames(path));
}
