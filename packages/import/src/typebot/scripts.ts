import { member, textOf } from '../json.ts';
import { addBlock, type Conversion, type Converter, optionsOf, remark } from './conversion.ts';
import type { SourceBlock } from './flow.ts';

/** Keeps code without a translation in a block that the host can run, or in a note. */
export function keepCode(
  block: SourceBlock,
  conversion: Conversion,
  code: string,
  message: string,
): string | undefined {
  const { family, flow, at, builder, needs, lowest } = conversion;
  const next = flow.next(block);
  const families = at.catalog.byName('code')?.variants[0]?.channelRestriction;
  if (families !== undefined && !families.includes(family)) {
    remark(conversion, block.pointer, ['lost', 'code-not-translated', message, 'A note of the diagram has the code.']);
    const { left, top } = lowest.get(block.group.pointer) ?? block.group;
    builder.note({ text: code, left, top, blocks: next === undefined ? [] : [next] });
    return next;
  }
  const key = addBlock(conversion, block, 'code', { source: code }, [
    ['$success', next],
    ['$failed', next],
  ]);
  needs.push({ kind: 'code', name: 'JavaScript', block_id: key });
  remark(
    conversion,
    block.pointer,
    ['lost', 'code-not-translated', message, 'A block “code” has it: the host may run it.'],
    key,
  );
  return key;
}

/** A block of code. */
export const script: Converter = (block, conversion) => {
  const code = textOf(member(optionsOf(block), 'content'));
  if (code.trim() === '') {
    remark(conversion, block.pointer, ['carried', 'carried', 'Code of nothing does nothing, and is left out.']);
    return conversion.flow.next(block);
  }
  return keepCode(block, conversion, code, 'The code does not run.');
};
