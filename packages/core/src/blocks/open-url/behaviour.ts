import type { TextMessage } from '../../domain/conversation/messages.ts';
import { hasFieldInHost } from '../../domain/field-in-host.ts';
import type { BlockBehaviour, ExecutionContext } from '../../runner/behaviour/block-behaviour.ts';
import { filledParam, textParam } from '../../runner/behaviour/params.ts';
import { leave } from '../../runner/behaviour/transition.ts';
import { fillUrl } from '../../runner/text/fill-url.ts';
import { isBlank } from '../../runner/text/is-blank.ts';

/** @spec LG22, LG23, LG24 */
export const openUrl: BlockBehaviour = {
  block: 'open_url',
  enter: (context) => leave('$success', { messages: offered(context) }),
};

function offered(context: ExecutionContext): readonly TextMessage[] {
  const { params, fields, budget } = context;
  const written = textParam(params, 'url');
  const url = fillUrl(written, fields, budget);
  if (url === undefined) return [];
  const text = filledParam(context, 'text');
  const label = isBlank(text, budget) ? url : text.trim();
  const isSame = textParam(params, 'target') === 'same' && !hasFieldInHost(written);
  const body = label === url ? url : `${label}: ${url}`;
  return [{ type: 'text', body, open: { url, label, target: isSame ? 'same' : 'new' } }];
}
