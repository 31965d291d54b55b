/**
 * What every customer has from the first message on. Setting one is never in vain, as people and other systems read
 * it, and reading one needs no block that sets it.
 *
 * @spec LI10
 */
export const customerFields: ReadonlySet<string> = new Set([
  'id',
  'name',
  'email',
  'phone',
  'agent_id',
  'archived',
  'opt_in',
  'register_date',
  'channel_id',
  'unread',
  'last_message_at',
]);
