import type { BlockBehaviour } from '../../runner/behaviour/block-behaviour.ts';
import { textParam } from '../../runner/behaviour/params.ts';
import { failWith, leave, waitForResult } from '../../runner/behaviour/transition.ts';
import { fillUrl } from '../../runner/text/fill-url.ts';

/** @spec RN106, RN107 */
export const scheduler: BlockBehaviour = {
  block: 'scheduler',
  enter: (context) => {
    const schedulingUrl = fillUrl(textParam(context.params, 'scheduling_url'), context.fields, context.budget);
    if (schedulingUrl === undefined) return failWith('param_unusable', 'There is no page to book on.');
    const authId = textParam(context.params, 'auth_id');
    const messages = [{ type: 'text', body: schedulingUrl }] as const;
    return waitForResult({ kind: 'scheduler', authId, schedulingUrl }, { messages });
  },
  resolve: () => leave('$success'),
};
