import { ownMember } from '../../domain/json/json-value.ts';
import type { BlockBehaviour } from '../../runner/behaviour/block-behaviour.ts';
import { textParam } from '../../runner/behaviour/params.ts';
import { failWith } from '../../runner/behaviour/transition.ts';

/** @spec RN112, CG1 */
export const botLink: BlockBehaviour = {
  block: 'bot_link',
  enter: ({ params }) => {
    const bot = ownMember(params, 'bot');
    if (typeof bot !== 'number' || !Number.isSafeInteger(bot)) {
      return failWith('param_unusable', 'The jump names no bot by its number.');
    }
    const node = textParam(params, 'node').trim();
    const isCall = textParam(params, 'mode') === 'call';
    return { next: { kind: 'jump', bot, ...(node === '' ? {} : { node }), ...(isCall && { isCall }) } };
  },
};
