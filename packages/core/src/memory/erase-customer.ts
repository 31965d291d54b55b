import type { WorkingState } from './working-state.ts';

/** Removes a customer with all that belongs to it; its messages go when it is committed that it is gone. */
export function eraseCustomer(state: WorkingState, number: number): void {
  if (state.customers.find(number) !== undefined) state.customers.put(number, undefined);
}

/** Removes the channels of a bot with their customers and hooks. */
export function eraseChannels(state: WorkingState, botId: string): void {
  for (const { number } of [...state.channels.rowsOf('bot', botId)]) {
    for (const customer of [...state.customers.rowsOf('channel', number)]) eraseCustomer(state, customer.number);
    for (const hook of [...state.hooks.rowsOf('channel', number)]) state.hooks.put(hook.number, undefined);
    state.channels.put(number, undefined);
  }
}
