import { ownMember } from '@botwright/core/diagram';
import type { BlockBehaviour } from '../behaviour/block-behaviour.ts';
import { failWith } from '../behaviour/move.ts';
import { textParam } from '../behaviour/param.ts';

/** @spec RN112 */
export const botLink: BlockBehaviour = {
  block: 'bot_link',
  enter: ({ params }) => {
    const bot = ownMember(params, 'bot');
    if (typeof bot !== 'number' || !Number.isSafeInteger(bot)) {
      return failWith('param_unusable', 'The jump names no bot by its number.');
    }
    const node = textParam(params, 'node').trim();
    return { next: { kind: 'jump', bot, ...(node === '' ? {} : { node }) } };
  },
};
