import * as v from 'valibot';
import { offsetEntries } from '../paging/offset.ts';
import { inputObject } from './input-object.ts';
import { integer, oneOf } from './members.ts';

/** The filters of a list of deliveries. Dead letters: `state: 'dead'`. @spec DI16 */
export const deliveryListSchema = inputObject({
  ...offsetEntries,
  state: v.optional(oneOf(['pending', 'delivered', 'dead'])),
  target: v.optional(inputObject({ kind: oneOf(['hook', 'channel']), number: integer })),
});
