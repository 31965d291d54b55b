import { setTimeout } from 'node:timers/promises';
import { type BrandEngine, type ConversationPlace, isEngineError } from '@botwright/core';
import type { Message } from '@botwright/core/conversation';
import { CommandFailure } from '../command-failure.ts';
import { printable } from '../printing/printable.ts';
import { readAnswer } from '../terminal/read-answer.ts';
import { renderMessage } from '../terminal/render-message.ts';
import { typedLines } from '../terminal/typed-lines.ts';
import { type ChatOptions, openBot } from './open-bot.ts';

/**
 * Talks to a bot in the terminal, until the input ends.
 *
 * @throws {CommandFailure} When the bot or its deployment does not exist.
 * @spec TM1, TM2, TM3, TM7, MS46
 */
export async function chat(options: ChatOptions): Promise<void> {
  const { caller, botId, close } = await openBot(options);
  const visitor = {
    bot: botId,
    deployment: options.test === true ? 'test' : 'live',
    visitor: `terminal-${process.pid}-${Date.now()}`,
  } as const;
  try {
    const words = { shown: '' };
    let shown = await showReplies(caller, await caller.conversations.start(visitor), words);
    for await (const line of typedLines(process.stdout)) {
      if (line.trim() === '') continue;
      const place = await send(caller, { ...visitor, message: readAnswer(line, shown) });
      if (place !== undefined) shown = await showReplies(caller, place, words);
    }
  } catch (error) {
    throw isEngineError(error) ? new CommandFailure('failure', error.message, { cause: error }) : error;
  } finally {
    await close();
  }
}

/**
 * @returns `undefined` when the message is refused, such as for its length: the reason is printed, and the bot still
 *   waits. @spec MS46
 */
async function send(
  { conversations }: BrandEngine,
  message: Parameters<BrandEngine['conversations']['receive']>[0],
): Promise<ConversationPlace | undefined> {
  try {
    return await conversations.receive(message);
  } catch (error) {
    if (!isEngineError(error) || error.code !== 'invalid_parameters') throw error;
    process.stdout.write(`-- ${printable(error.faults[0]?.message ?? error.message)}\n`);
    return undefined;
  }
}

/**
 * Runs the bot, and prints its messages, also those after a wait during which it seems to type; and the words that work
 * anywhere, if they are others than `words.shown`.
 *
 * @spec WT33, KW20
 */
async function showReplies(
  caller: BrandEngine,
  { customer, after }: ConversationPlace,
  words: { shown: string },
): Promise<readonly Message[]> {
  const { conversations } = caller;
  const shown: Message[] = [];
  for (;;) {
    await conversations.runUntilIdle(customer);
    const messages = await conversations.messages(customer, shown.at(-1)?.seq ?? after);
    shown.push(...messages);
    for (const line of messages.flatMap(renderMessage)) process.stdout.write(`${line}\n`);
    const { typing, until = 0, quickWords = [] } = await conversations.status(customer);
    if (!typing) {
      const offered = quickWords.map(printable).join(' · ');
      if (offered !== words.shown && offered !== '') process.stdout.write(`-- Words: ${offered}\n`);
      words.shown = offered;
      if (until > Date.now()) process.stdout.write(`-- The bot waits until ${new Date(until).toISOString()}.\n`);
      return shown;
    }
    await setTimeout(Math.max(0, until - Date.now()));
  }
}
