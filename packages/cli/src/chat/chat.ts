import { setTimeout } from 'node:timers/promises';
import { type BrandEngine, type ConversationPlace, isEngineError } from '@botwright/core';
import type { Message } from '@botwright/core/conversation';
import { CommandFailure } from '../command-failure.ts';
import { printable } from '../printing/printable.ts';
import { readAnswer } from '../terminal/read-answer.ts';
import { readMilliseconds } from '../terminal/read-duration.ts';
import { renderMessage } from '../terminal/render-message.ts';
import { typedLines } from '../terminal/typed-lines.ts';
import { type ChatOptions, type OpenBot, openBot } from './open-bot.ts';

/** The end of the printed conversation. */
interface Printed {
  readonly customer: number;
  /** Position of the last message. */
  readonly after: number;
  /** The last messages that the bot said together. */
  readonly messages: readonly Message[];
  /** The printed words that work anywhere. */
  readonly words: string;
  /** When the bot goes on by itself. */
  readonly until: number | undefined;
}

/**
 * Talks to a bot in the terminal, until the input ends.
 *
 * @throws {CommandFailure} When the bot or its deployment does not exist.
 * @spec TM1, TM2, TM3, TM7, MS46, EX32
 */
export async function chat(options: ChatOptions): Promise<void> {
  const bot = await openBot(options);
  const visitor = {
    bot: bot.botId,
    deployment: options.test === true ? 'test' : 'live',
    visitor: `terminal-${process.pid}-${Date.now()}`,
  } as const;
  const lines = typedLines(process.stdout)[Symbol.asyncIterator]();
  try {
    let printed = await printReplies(bot, {
      ...(await bot.caller.conversations.start(visitor)),
      messages: [],
      words: '',
    });
    let line = lines.next();
    for (;;) {
      const typed = await beforeTimeOut(line, bot, printed);
      if (typed === 'time_out') {
        printed = await printReplies(bot, printed, process.stdin.isTTY ? '\n' : '');
        continue;
      }
      if (typed.done === true) return;
      printed = await take(bot, printed, typed.value, (message) => send(bot.caller, { ...visitor, message }));
      line = lines.next();
    }
  } catch (error) {
    throw isEngineError(error) ? new CommandFailure('failure', error.message, { cause: error }) : error;
  } finally {
    // A line may still be awaited: then an open terminal would prevent the process from ending.
    process.stdin.destroy();
    await bot.close();
  }
}

const longestTimerMs = 2 ** 31 - 1;

/** Waits for the typed line, at most until the bot goes on by itself. @spec EX32 */
async function beforeTimeOut<T>(line: Promise<T>, { now }: OpenBot, { until }: Printed): Promise<T | 'time_out'> {
  if (until === undefined) return line;
  const typed = new AbortController();
  const left = Math.min(Math.max(until - now(), shortestTimerMs), longestTimerMs);
  const timeOut = setTimeout(left, 'time_out' as const, { signal: typed.signal });
  // It rejects when the line was typed.
  timeOut.catch(() => {});
  try {
    return await Promise.race([line, timeOut]);
  } finally {
    typed.abort();
  }
}

/** Another process may have the conversation when the moment comes. */
const shortestTimerMs = 100;

type Typed = ReturnType<typeof readAnswer>;

async function take(
  bot: OpenBot,
  printed: Printed,
  line: string,
  say: (message: Typed) => Promise<ConversationPlace | undefined>,
): Promise<Printed> {
  if (line.trim() === '') return printed;
  if (!/^\/wait\b/.test(line)) {
    const place = await say(readAnswer(line, printed.messages));
    return place === undefined ? printed : printReplies(bot, { ...place, messages: [], words: printed.words });
  }
  const ms = readMilliseconds(line.slice('/wait'.length));
  if (ms === undefined) {
    process.stdout.write('-- Write a time as in /wait 1h 30m.\n');
    return printed;
  }
  bot.pass(ms);
  return printReplies(bot, printed);
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
 * Runs the bot, and prints its messages, also after a wait during which it seems to type; and the words that work
 * anywhere, if they are others than those printed before.
 *
 * @param ahead - Printed before the first message.
 * @spec WT33, KW20
 */
async function printReplies(
  { caller: { conversations }, now }: OpenBot,
  { customer, after, messages: before, words }: Omit<Printed, 'until'>,
  ahead = '',
): Promise<Printed> {
  const messages: Message[] = [];
  for (;;) {
    await conversations.runUntilIdle(customer);
    const seq = messages.at(-1)?.seq ?? after;
    const news = await conversations.messages(customer, seq);
    if (messages.length === 0 && news.length > 0) process.stdout.write(ahead);
    messages.push(...news);
    for (const line of news.flatMap(renderMessage)) process.stdout.write(`${line}\n`);
    const { typing, until, quickWords = [] } = await conversations.status(customer);
    if (!typing) {
      const offered = quickWords.map(printable).join(' · ');
      if (offered !== words && offered !== '') process.stdout.write(`-- Words: ${offered}\n`);
      if (until !== undefined && until > now()) {
        process.stdout.write(`-- The bot waits until ${new Date(until).toISOString()}.\n`);
      }
      const said = messages.length === 0 ? before : messages;
      return { customer, after: messages.at(-1)?.seq ?? after, messages: said, words: offered, until };
    }
    await setTimeout(Math.max(0, (until ?? 0) - now()));
  }
}
