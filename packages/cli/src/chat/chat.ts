import { createInterface } from 'node:readline/promises';
import type { BrandEngine, ConversationPlace, Message } from '@botwright/core';
import { isEngineError } from '@botwright/core';
import { CommandFailure } from '../command-failure.ts';
import type { ChatOptions } from './chat-options.ts';
import { openBot } from './open-bot.ts';
import { readAnswer } from './read-answer.ts';
import { renderMessage } from './render-message.ts';

/**
 * Talks to a bot in the terminal, until the input ends.
 *
 * @throws {CommandFailure} When there is no such bot, or nothing to talk to.
 * @spec TM1, TM2, TM3, TM7, MS46
 */
export async function chat(options: ChatOptions): Promise<void> {
  const { caller, botId, close } = await openBot(options);
  const visit = {
    bot: botId,
    deployment: options.isTest ? 'test' : 'live',
    visitor: `terminal-${process.pid}-${Date.now()}`,
  } as const;
  try {
    let heard = await hear(caller, await caller.conversations.start(visit));
    for await (const line of typedLines()) {
      if (line.trim() === '') continue;
      const place = await say(caller, { ...visit, message: readAnswer(line, heard) });
      if (place !== undefined) heard = await hear(caller, place);
    }
  } catch (error) {
    throw isEngineError(error) ? new CommandFailure('failure', error.message, { cause: error }) : error;
  } finally {
    await close();
  }
}

/** @returns `undefined` when it was too much to be said: that is printed, and the bot still waits. @spec MS46 */
async function say(
  { conversations }: BrandEngine,
  message: Parameters<BrandEngine['conversations']['receive']>[0],
): Promise<ConversationPlace | undefined> {
  try {
    return await conversations.receive(message);
  } catch (error) {
    if (!isEngineError(error) || error.code !== 'invalid_parameters') throw error;
    process.stdout.write(`-- ${error.message}\n`);
    return undefined;
  }
}

/** Lets the bot work, and prints what it says. */
async function hear(caller: BrandEngine, { customer, after }: ConversationPlace): Promise<readonly Message[]> {
  await caller.conversations.settle(customer);
  const messages = await caller.conversations.messages(customer, after);
  for (const line of messages.flatMap(renderMessage)) process.stdout.write(`${line}\n`);
  return messages;
}

/** With a prompt where a person types. */
async function* typedLines(): AsyncIterable<string> {
  const isTyped = process.stdin.isTTY;
  const input = createInterface({ input: process.stdin, ...(isTyped && { output: process.stdout, prompt: '> ' }) });
  if (isTyped) input.prompt();
  for await (const line of input) {
    yield line;
    if (isTyped) input.prompt();
  }
}
