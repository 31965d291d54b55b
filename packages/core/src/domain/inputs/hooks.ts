import * as v from 'valibot';
import { deliveryOrders } from '../delivery/delivery-order.ts';
import { inputObject } from './input-object.ts';
import { checked, describedBySpec, describedHere, httpUrl, oneOf, text } from './members.ts';

/** Visible ASCII with inner spaces: a header with this text arrives unchanged in any encoding. */
const tokenForm = /^(?:[\x21-\x7e](?:[\x20-\x7e]{0,1022}[\x21-\x7e])?)?$/;

const url = describedHere(httpUrl, 'Where messages are posted to: http or https.');

const token = describedBySpec(
  checked(text(), (value) =>
    tokenForm.test(value) ? undefined : 'Expected at most 1024 visible ASCII characters, without space at the ends.',
  ),
  'Sent as `Authorization: Token <token>`; may be empty.',
);

/** In Unicode code points. */
export const maxHookNameLength = 255;

const name = describedHere(text({ max: maxHookNameLength }), 'For people; may be empty.');

const order = describedHere(
  oneOf(deliveryOrders),
  "With `customer`, a customer's next message waits until the one before was delivered or given up.",
);

/** A message hook to create. @spec HK5, HK6, HK7, HK8, HK23 */
export const hookCreationSchema = inputObject(
  {
    url,
    token: v.optional(v.nullable(token), ''),
    name: v.optional(v.nullable(name), ''),
    order: v.optional(v.nullable(order)),
  },
  { others: 'ignored', nulls: 'absent' },
);

/** The changes to a message hook. @spec HK5, HK6, HK7, HK9, HK23 */
export const hookEditSchema = inputObject(
  {
    url: v.optional(v.nullable(url)),
    token: v.optional(v.nullable(token)),
    name: v.optional(v.nullable(name)),
    order: v.optional(v.nullable(order)),
  },
  {
    others: 'ignored',
    nulls: 'absent',
    whenEmpty: 'invalid_parameters',
  },
);

/** A missing or `null` member is empty, and the order `none`. */
export interface HookCreation extends v.InferInput<typeof hookCreationSchema> {}

/** A missing or `null` member stays. */
export interface HookEdit extends v.InferInput<typeof hookEditSchema> {}

/** The members of a hook to write. */
export type WrittenHook = v.InferOutput<typeof hookEditSchema>;
