import { foldText } from '../../fold-text.ts';
import { isJsonList, isJsonObject, ownMember } from '../../json/json-value.ts';
import { paramOf, placeOf } from '../../rules/block-facts.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding, type Report } from '../../rules/rule.ts';
import { withoutAccents } from '../../without-accents.ts';
import { lint } from '../lint.ts';

/** @spec UN13 */
export const phraseInTwoRoutes = lint('phrase-in-two-routes', 'warn', ({ groups }, _facts, report) => {
  for (const { kind, blocks } of groups) {
    const { phrases } = kind?.definition ?? {};
    if (phrases !== undefined) for (const block of blocks) checkBlock(block, phrases, report);
  }
});

type Phrases = { readonly param: string; readonly member: string };

function checkBlock(block: Block, { param, member }: Phrases, report: Report): void {
  const entries = paramOf(block, param);
  if (!isJsonList(entries)) return;
  /** By the words of a phrase, the index of the first entry that has it. */
  const firsts = new Map<string, number>();
  entries.forEach((entry, nth) => {
    const phrases = isJsonObject(entry) ? ownMember(entry, member) : undefined;
    if (!isJsonList(phrases)) return;
    phrases.forEach((phrase, at) => {
      const folded = typeof phrase === 'string' ? lettersOf(foldText(phrase).trim()) : '';
      if (typeof phrase !== 'string' || folded === '') return;
      const first = firsts.get(folded);
      if (first === undefined) firsts.set(folded, nth);
      else if (first !== nth) report(block, describe, { param, at: [nth, member, at] }, phrase, first);
    });
  });
}

/** The runs of letters and digits, without accents and the signs between them; the text itself without any. */
function lettersOf(folded: string): string {
  return withoutAccents(folded.match(/[\p{L}\p{M}\p{N}]+/gu)?.join(' ') ?? folded);
}

function describe(
  block: Block,
  { param, at }: { readonly param: string; readonly at: readonly (string | number)[] },
  phrase: string,
  first: number,
): Finding {
  const [nth] = at;
  return {
    message: `Block ${excerpt(block.key)}: entry ${Number(nth) + 1} of "${param}" has the phrase ${excerpt(phrase)}, whose words lead to entry ${first + 1}.`,
    param,
    at: placeOf(block, param, at),
  };
}
