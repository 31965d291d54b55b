import type { Diagram } from '@botwright/core/diagram';
import { toMermaid } from '@botwright/graph';
import { bytesOf, largestAnswer, mostBlocks } from '../answer.ts';
import { blocksAround, partOf, startBlock } from '../outline.ts';
import { Refusal } from '../refusal.ts';
import { smallSvg } from '../small-svg.ts';
import { args, defineTool, factsOf, reads } from '../tool.ts';
import { around, idsAround } from './read-tools.ts';

export const draw = defineTool<{
  readonly bot: number | string;
  readonly around?: { readonly block: string; readonly depth?: number };
  readonly format?: 'mermaid' | 'svg';
}>({
  name: 'draw',
  title: 'Draw a bot',
  description:
    'A picture of the draft. Mermaid has room for whole bots of 50 blocks with usual texts; SVG, without colours, for ' +
    'about 25 blocks. Of a larger bot it has the blocks nearest to the start, or to one.',
  hints: reads,
  input: { bot: args.bot, around, format: { enum: ['mermaid', 'svg'], description: 'Default mermaid.' } },
  required: ['bot'],
  async run({ bots }, { bot, around: near, format = 'mermaid' }) {
    const head = await bots.find(bot);
    const { diagram, revision } = await bots.draft(head);
    const near50 = [...(idsAround(diagram, near) ?? fromStart(diagram))];
    const options = { catalog: bots.catalog, channelFamily: head.family };
    for (let count = Math.min(mostBlocks, near50.length); count > 0; count = Math.floor(count * 0.8)) {
      const part = partOf(diagram, new Set(near50.slice(0, count)));
      const picture = format === 'svg' ? smallSvg(part, options) : toMermaid(part, options);
      if (bytesOf(picture) > largestAnswer - 500) continue;
      const facts = { ...factsOf(head), revision, format, drawn: count, blocks: Object.keys(diagram.nodes).length };
      return { content: [{ type: 'text', text: JSON.stringify({ ...facts, untrusted: { picture } }) }] };
    }
    throw new Refusal('picture_too_large', 'The picture is larger than an answer: take Mermaid.');
  },
});

/** All blocks: the connected ones from the start on, then the others. */
function fromStart(diagram: Diagram): readonly string[] {
  const ids = Object.keys(diagram.nodes);
  return [...new Set([...(Object.hasOwn(diagram.nodes, startBlock) ? firstBlocks(diagram, ids) : []), ...ids])];
}

/** The connection from the start to the greeting is implied. */
function firstBlocks(diagram: Diagram, ids: readonly string[]): readonly string[] {
  const greeting = ['welcome', 'bot_start'].find((id) => ids.includes(id));
  return [startBlock, ...blocksAround(diagram, greeting ?? startBlock, ids.length)];
}
