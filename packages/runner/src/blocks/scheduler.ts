import type { BlockBehaviour } from '../behaviour/block-behaviour.ts';
import { failWith, leave, waitForResult } from '../behaviour/move.ts';
import { textParam } from '../behaviour/param.ts';
import { fillUrl } from '../text/fill-url.ts';

/** @spec RN106, RN107 */
export const scheduler: BlockBehaviour = {
  block: 'scheduler',
  enter: (visit) => {
    const schedulingUrl = fillUrl(textParam(visit.params, 'scheduling_url'), visit.fields, visit.work);
    if (schedulingUrl === undefined) return failWith('param_unusable', 'There is no page to book on.');
    const authId = textParam(visit.params, 'auth_id');
    const messages = [{ type: 'text', body: schedulingUrl }] as const;
    return waitForResult({ kind: 'scheduler', authId, schedulingUrl }, { messages });
  },
  resolve: () => leave('$success'),
};
