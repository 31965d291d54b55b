import { exitIndexOf, findExit } from '../../blocks/question-exits.ts';
import { foldText } from '../../fold-text.ts';
import { isJsonList, isJsonObject, type JsonValue, ownMember } from '../../json/json-value.ts';
import { placeOf, readableParams } from '../../rules/block-facts.ts';
import { readParam } from '../../rules/block-kind.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding, type Report } from '../../rules/rule.ts';
import { answerTexts } from '../answer-texts.ts';
import { lint } from '../lint.ts';

/** @spec LI15 */
export const duplicateButtonLabel = lint('duplicate-button-label', 'warn', ({ groups }, _facts, report) => {
  for (const { kind, blocks } of groups) {
    for (const block of blocks) checkSkip(block, report);
    const offers = kind?.definition.offers;
    // The outputs of its only shape are fixed.
    if (kind === undefined || (offers === undefined && kind.onlyShape?.outputs !== undefined)) continue;
    for (const block of blocks) {
      const derived = block.shape?.variant.outputDerivations ?? [];
      for (const { param, each } of derived) {
        checkMember(block, param, offers?.param === param ? offers.label : 'label', report, true);
        checkMember(block, param, each, report);
        if (kind.definition.choosesByName?.(readableParams(block)) === true) checkMember(block, param, 'name', report);
      }
      if (offers !== undefined && derived.length === 0) {
        checkMember(block, offers.param, offers.label, report, true);
        checkMember(block, offers.param, 'id', report);
      }
    }
  }
});

/** A typed label of the button that skips a question counts before its answers. */
function checkSkip(block: Block, report: Report): void {
  const params = readableParams(block);
  const index = exitIndexOf(params, 'skipped');
  const label = index === undefined ? undefined : ownMember(findExit(params, 'skipped') ?? {}, 'label');
  if (index === undefined || typeof label !== 'string' || label.trim() === '') return;
  const folded = foldText(label).trim();
  const isAnswer = answerTexts(block.kind?.definition, params).some((text) => foldText(text).trim() === folded);
  if (isAnswer) report(block, describeSkip, label, index);
}

function describeSkip(block: Block, label: string, index: number): Finding {
  return {
    message: `Block ${excerpt(block.key)}: ${excerpt(label)} skips the question, so it never gives the answer with this text.`,
    param: 'exits',
    at: placeOf(block, 'exits', [index, 'label']),
  };
}

function checkMember(block: Block, param: string, member: string, report: Report, isLabel = false): void {
  const entries = block.shape && readParam(block.shape, block.node.params, param);
  if (!isJsonList(entries)) return;
  const firsts = new Map<string, number>();
  entries.forEach((entry, nth) => {
    const value = isJsonObject(entry) ? ownMember(entry, member) : undefined;
    if (typeof value !== 'string' || value.trim() === '') return;
    // A typed label chooses the first equal button.
    const seen = isLabel ? foldText(value).trim() : value.trim();
    const first = firsts.get(seen);
    if (first === undefined) firsts.set(seen, nth);
    else report(block, describe, param, member, value, first, nth);
  });
}

function describe(block: Block, param: string, member: string, value: JsonValue, first: number, nth: number): Finding {
  const both = `Entries ${first + 1} and ${nth + 1} of "${param}"`;
  return {
    message: `Block ${excerpt(block.key)}: ${both} have the same "${member}", ${excerpt(value)}.`,
    param,
    at: placeOf(block, param, [nth, member]),
  };
}
