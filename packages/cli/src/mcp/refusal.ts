import type { Violation } from '@botwright/core/diagram';

/** A refusal of `McpBots`: its message is for the assistant. */
export function refusal(
  code: string,
  message: string,
  more: { readonly facts?: Readonly<Record<string, string>>; readonly violations?: readonly Violation[] } = {},
): Error {
  return Object.assign(new Error(message), { name: 'Refusal', code, ...more });
}
