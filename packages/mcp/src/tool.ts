import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import type { Answer } from './answer.ts';
import type { BotHead, McpBots } from './bots.ts';
import { Refusal } from './refusal.ts';
import type { PublishOptions } from './server-options.ts';

/** The context of one call. */
export interface ToolContext {
  readonly bots: McpBots;
  /** The program of the caller, such as `mcp:claude`. */
  readonly by: string;
  readonly publishing: PublishOptions;
  /** Asks the person, or returns the answer. */
  readonly confirm: (question: string, about: string) => Promise<'accepted' | 'declined' | InputRequiredResult>;
}

/** A tool: its description is the same for all bots. */
export interface McpTool<TArgs = never> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly hints: {
    readonly readOnlyHint?: true;
    readonly destructiveHint?: boolean;
    readonly openWorldHint?: boolean;
    readonly idempotentHint?: true;
  };
  /** A JSON schema of the members of its arguments. */
  readonly input: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  run(context: ToolContext, args: TArgs): Promise<Answer | CallToolResult | InputRequiredResult>;
}

/** Hints of a tool that changes nothing, and of one that writes drafts. */
export const reads = { readOnlyHint: true, openWorldHint: false } as const;
export const writes = { destructiveHint: false, openWorldHint: false } as const;

/** Defines a tool. */
export function defineTool<TArgs>(tool: McpTool<TArgs>): McpTool {
  return tool as unknown as McpTool;
}

/** Schemas of arguments. */
export const args = {
  bot: {
    anyOf: [
      { type: 'integer', minimum: 1 },
      { type: 'string', minLength: 1, maxLength: 500 },
    ],
    description: 'The bot, as list_bots names it in its member "bot".',
  },
  revision: {
    anyOf: [
      { type: 'string', minLength: 1, maxLength: 100 },
      { type: 'integer', minimum: 0 },
    ],
    description: 'The revision of the draft that this call is based on.',
  },
  block: { type: 'string', maxLength: 500, description: 'Id of a block.' },
  from: { type: 'integer', minimum: 0, description: 'The member "next" of the answer before, for the next part.' },
} as const;

/** Counts a write. @throws {Refusal} After 60 in a minute. @spec MC8 */
export async function admitWrite({ bots }: ToolContext): Promise<void> {
  const wait = await bots.admitWrite();
  if (wait === 0) return;
  const seconds = Math.ceil(wait / 1_000);
  throw new Refusal('too_many_writes', 'At most 60 writes are made in a minute.', { retry_after_seconds: seconds });
}

/** Facts about a bot for an answer. */
export function factsOf({ bot, number }: BotHead): Readonly<Record<string, unknown>> {
  return number === undefined ? {} : { bot: typeof bot === 'number' ? bot : number };
}
