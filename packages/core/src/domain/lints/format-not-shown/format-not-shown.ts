import { foldText } from '../../fold-text.ts';
import { isJsonList } from '../../json/json-value.ts';
import { paramOf, placeOf, readableParams } from '../../rules/block-facts.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { lint } from '../lint.ts';

/** @spec LI22 */
export const formatNotShown = lint('format-not-shown', 'warn', ({ groups }, _facts, report) => {
  for (const { kind, blocks } of groups) {
    const answerForms = kind?.definition.answerForms;
    if (answerForms === undefined) continue;
    for (const block of blocks) {
      const formats = paramOf(block, 'format');
      for (const [index, format] of isJsonList(formats) ? formats.entries() : []) {
        if (typeof format === 'string' && !/%-?[a-z]/i.test(format)) report(block, describeLiteral, format, index);
      }
      const forms = answerForms(readableParams(block));
      const text = paramOf(block, 'text');
      const [first] = forms;
      if (first === undefined || typeof text !== 'string') continue;
      const isShown = forms.some(
        ({ shown, example }) => foldText(text).includes(foldText(shown)) || example.test(text),
      );
      if (!isShown) report(block, describe, first.shown);
    }
  }
});

function describeLiteral(block: Block, format: string, index: number): Finding {
  return {
    message: `Block ${excerpt(block.key)}: the format ${excerpt(format)} has no part of a date, such as %d, so it accepts no date.`,
    param: 'format',
    at: placeOf(block, 'format', [index]),
  };
}

function describe(block: Block, shown: string): Finding {
  return {
    message: `Block ${excerpt(block.key)} accepts dates as ${shown}, but its text does not say so.`,
    param: 'text',
    at: ['params', 'text'],
    hint: `Add the form or an example to the text: "(${shown})".`,
  };
}
