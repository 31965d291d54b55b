import { ownMember } from '../../domain/json/json-value.ts';
import type { BlockBehaviour } from '../../runner/behaviour/block-behaviour.ts';
import { conditionsHold } from '../../runner/behaviour/conditions-hold.ts';
import { entriesParam } from '../../runner/behaviour/params.ts';
import { leave } from '../../runner/behaviour/transition.ts';

/** @spec LG7, LG8 */
export const switchBlock: BlockBehaviour = {
  block: 'switch',
  enter: (context) => {
    for (const each of entriesParam(context.params, 'cases', context.budget)) {
      const id = ownMember(each, 'id');
      if (typeof id === 'string' && id !== '' && conditionsHold(context, each, id)) return leave(`$${id}`);
    }
    return leave('$else');
  },
};
