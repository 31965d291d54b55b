import type { News } from './api.ts';
import { addMessages, type Chat, changeUnsent, forget, giveUp, isOver, put, type Run, show, take } from './chat.ts';
import { withPart } from './growing-answer.tsx';
import {
  connectionAfter,
  conversationWasOver,
  firstRetryMs,
  longestRetryMs,
  notBegunFor,
  pause,
  persist,
  problemOf,
  stop,
  stopFor,
  waitAfter,
} from './persist.ts';
import { nothing } from './shown.ts';
import type { VisitorText } from './stored-texts.ts';
import type { Said } from './wire.ts';

/** Between two reads if no stream gets through. */
const longestReadMs = 5_000;
/** Attempts to begin another conversation while one is open. */
const attemptsToReplace = 3;

/** Path with which the server's messages begin: the visitor has written only one text. */
const nameOfMember = /^message(\.message)?: /;
export const ofEarlierConversation = 'It belongs to the conversation before.';

/** Begins a conversation if it has not begun, and follows it until it is over. */
export function start(chat: Chat, run: Run): void {
  keepUp(chat, run).catch((error: Error) => {
    if (!isOver(run)) stop(chat, run, { kind: 'refused', message: error.message });
  });
}

async function keepUp(chat: Chat, run: Run): Promise<void> {
  if (!run.hasBegun) {
    const said = await persist(chat, run, (signal) => begin(chat, run, signal));
    if (said === undefined) return;
    takeBeginning(chat, run, said);
  }
  void sendAll(chat, run);
  await follow(chat, run);
}

async function begin(chat: Chat, run: Run, signal: AbortSignal): Promise<Said> {
  const { api, stored, newToken } = chat;
  try {
    return await api.begin(run.token, signal);
  } catch (error) {
    if (problemOf(error)?.kind !== 'over') throw error;
    // The conversation of this token began on an earlier visit and is over; a new token begins another.
    const { token } = run;
    run.token = newToken();
    stored.nextToken.set(run.token);
    changeUnsent(chat, ({ conversation }) => conversation === token, { conversation: run.token });
    return api.begin(run.token, signal);
  }
}

function takeBeginning(chat: Chat, run: Run, said: Said): void {
  run.hasBegun = true;
  run.position = said.after;
  chat.stored.token.set(run.token);
  chat.stored.nextToken.set(undefined);
  show(chat, { notBegun: undefined });
  take(chat, run, said);
}

async function follow(chat: Chat, run: Run): Promise<void> {
  const { signal } = run.ending;
  for (let delay = firstRetryMs; !isOver(run); ) {
    const onNews = (news: News) => {
      delay = firstRetryMs;
      receive(chat, run, news);
    };
    try {
      await chat.api.follow(run.token, run.position, onNews, signal);
      // The server ends a stream from time to time, and when it stops.
      run.isFollowed = false;
      await pause(chat, run, firstRetryMs);
    } catch (error) {
      run.isFollowed = false;
      if (stopFor(chat, run, error)) return;
      // Some networks block streams, and a server limits their number.
      const isRead = await read(chat, run);
      if (isOver(run)) return;
      if (!isRead) show(chat, { connection: connectionAfter(error) });
      await pause(chat, run, Math.max(delay, waitAfter(error)));
      delay = Math.min(delay * 2, isRead ? longestReadMs : longestRetryMs);
    }
    // A visitor's streams are limited: hidden tabs leave them to the visible tab.
    await chat.untilSeen(signal);
  }
}

function receive(chat: Chat, run: Run, news: News): void {
  if (isOver(run)) return;
  run.isFollowed = true;
  if (news.kind === 'status') {
    const { status, expects } = news;
    show(chat, { status, expects, connection: 'open', ...(status !== 'working' && { growing: undefined }) });
    return;
  }
  if (news.kind === 'part') {
    show(chat, { growing: withPart(chat.shown.growing, news) });
    return;
  }
  if (news.message.sender.type !== 'customer') show(chat, { growing: undefined });
  run.position = Math.max(run.position, news.message.seq);
  addMessages(chat, run, [news.message]);
}

/** @returns Whether the server has answered. */
async function read(chat: Chat, run: Run): Promise<boolean> {
  try {
    const said = await chat.api.read(run.token, run.position, run.ending.signal);
    if (isOver(run)) return true;
    run.position = Math.max(run.position, said.after);
    take(chat, run, said);
    return true;
  } catch (error) {
    stopFor(chat, run, error);
    return false;
  }
}

/** Begins another conversation, which then replaces the current one. @spec WC25 */
export async function replaceBy(chat: Chat, run: Run): Promise<void> {
  try {
    const said = await persist(chat, run, (signal) => begin(chat, run, signal), attemptsToReplace);
    chat.next = undefined;
    chat.current.ending.abort();
    if (chat.current.hasBegun) giveUp(chat, chat.current, ofEarlierConversation);
    if (said === undefined) return show(chat, { isBeginning: false });
    chat.current = run;
    chat.shown = { ...nothing, unsent: chat.shown.unsent };
    takeBeginning(chat, run, said);
    start(chat, run);
  } catch (error) {
    const { current } = chat;
    chat.next = undefined;
    changeUnsent(chat, ({ conversation }) => conversation === run.token, { conversation: current.token });
    show(chat, { isBeginning: false, notBegun: notBegunFor(chat, error) });
    if (isOver(current)) giveUp(chat, current, conversationWasOver);
    else void sendAll(chat, current);
  }
}

/** Sends the waiting texts of a conversation one after another. */
export async function sendAll(chat: Chat, run: Run): Promise<void> {
  if (run.isSending || !run.hasBegun) return;
  run.isSending = true;
  const first = (): VisitorText | undefined =>
    chat.shown.unsent.find(({ conversation, reason }) => conversation === run.token && reason === undefined);
  for (let text = first(); text !== undefined && !isOver(run); text = first()) {
    const saying = text;
    run.sending = saying;
    const said = await persist(chat, run, (signal) => chat.api.say(run.token, saying, signal)).catch(
      (error: Error) => error,
    );
    if (isOver(run) || said === undefined) return;
    if (said instanceof Error) {
      put(chat, { ...saying, reason: said.message.replace(nameOfMember, '') });
    } else {
      take(chat, run, said);
      forget(chat, saying.id);
    }
  }
  run.sending = undefined;
  run.isSending = false;
}
