import * as v from 'valibot';
import { offsetEntries } from '../paging/offset.ts';
import { inputObject } from './input-object.ts';
import { integer, oneOf } from './members.ts';

/** What a list of deliveries is filtered by. Dead letters: `state: 'dead'`. @spec DI16 */
export const deliveryListSchema = inputObject({
  ...offsetEntries,
  state: v.optional(oneOf(['pending', 'delivered', 'dead'])),
  target: v.optional(inputObject({ kind: oneOf(['hook', 'channel']), number: integer })),
});
