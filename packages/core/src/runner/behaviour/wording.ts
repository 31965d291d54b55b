import { isJsonList, ownMember } from '../../domain/json/json-value.ts';
import { costs } from '../budget/costs.ts';
import { isBlank } from '../text/is-blank.ts';
import type { ExecutionContext } from './block-behaviour.ts';

/**
 * The context with one of the block's wordings, `text` and `variations`, as its `text`. Blank ones are left out.
 *
 * @spec QN9
 */
export function withWording(context: ExecutionContext): ExecutionContext {
  const { params, budget } = context;
  const variations = ownMember(params, 'variations');
  if (!isJsonList(variations)) return context;
  budget.charge((variations.length + 1) * costs.element);
  const wordings = [ownMember(params, 'text'), ...variations].filter(
    (wording) => typeof wording === 'string' && !isBlank(wording, budget),
  );
  const chosen = wordings.length < 2 ? wordings[0] : wordings[context.vary(wordings.length)];
  return chosen === undefined ? context : { ...context, params: { ...params, text: chosen } };
}
