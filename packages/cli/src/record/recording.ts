import { contentOfBotMessage } from '@botwright/core/conversation';
import { recordScenario, type Scenario, type SentMessage, type SimulatedChat } from '@botwright/testing';
import { readAnswer } from '../terminal/read-answer.ts';
import { readDuration } from '../terminal/read-duration.ts';
import { lines as printableLines, renderContent } from '../terminal/render-message.ts';
import { describeEffect, readOutcome } from './effect-question.ts';

/** The result of a typed line. */
export interface Taken {
  /** The lines to print. */
  readonly lines: readonly string[];
  /** The recording has ended, with or without a scenario. */
  readonly end?: 'write' | 'drop';
}

type Act = (chat: SimulatedChat) => void;

const help = `/wait 10m              time passes: days, hours, minutes, seconds, as in 1h 30m
/send image <address>  a file: image, video, audio or document; a caption may follow
/send location 52.5 13.4
/press <label>         a button, by its label or payload
/undo                  takes back the last step
/start <block>         begins again, at the greeting unless a block is named
/fields                values of the Fields
/at                    the block where the conversation is
/end <name>            makes the scenario; Ctrl+D, too
/quit                  ends without a scenario
//text                 a text that begins with a slash`;

/** A conversation in a terminal that becomes a scenario. @spec RC2, RC3, RC4, RC5 */
export class Recording {
  /** Begins a new chat. */
  readonly talk: () => SimulatedChat;
  /** The person's steps. */
  acts: Act[] = [];
  /** The first block; `undefined`: the greeting. */
  at: string | undefined;
  /** The typed name. */
  name: string | undefined;
  chat: SimulatedChat;

  constructor(talk: () => SimulatedChat) {
    this.talk = talk;
    this.chat = talk();
  }

  /** Begins again, and repeats the person's steps. The bot speaks first. */
  start(): readonly string[] {
    this.chat = this.talk();
    this.chat.start(this.at);
    for (const act of this.acts) act(this.chat);
    return shown(this.chat);
  }

  take(line: string): Taken {
    const taken = typed(this, line);
    return 'lines' in taken ? taken : { lines: taken };
  }

  scenario(given: Omit<Scenario, 'steps' | 'start' | 'effects'>): Scenario {
    return recordScenario(this.chat, given);
  }
}

const commands: Readonly<Record<string, (tape: Recording, rest: string) => readonly string[] | Taken>> = {
  help: () => help.split('\n'),
  wait: (tape, rest) => {
    const time = readDuration(rest);
    if (time === undefined) return ['-- Write a time as in /wait 1h 30m.'];
    return act(
      tape,
      (chat) => chat.pass(time),
      () => [`-- ${rest} passed`],
    );
  },
  send: (tape, rest) => {
    const sent = readSent(rest);
    if (sent === undefined)
      return ['-- Write it as in /send image https://example.com/cat.png, or /send location 52.5 13.4.'];
    return act(tape, (chat) => chat.send(sent));
  },
  press: (tape, rest) => act(tape, (chat) => chat.press(rest)),
  undo: (tape) => {
    if (tape.acts.pop() === undefined) return ['-- There is no step to undo.'];
    return tape.start();
  },
  start: (tape, rest) => {
    tape.at = rest === '' ? undefined : rest;
    tape.acts = [];
    return tape.start();
  },
  fields: ({ chat }) => {
    const fields = Object.entries(chat.fields);
    if (fields.length === 0) return ['-- There are no Fields.'];
    return fields.flatMap(([field, value]) => printableLines(`${field}: ${JSON.stringify(value)}`));
  },
  at: ({ chat }) => [`-- ${chat.at ?? 'nowhere'}`],
  end: (tape, rest) => {
    if (rest !== '') tape.name = rest;
    return { lines: [], end: 'write' };
  },
  quit: () => ({ lines: [], end: 'drop' }),
};

function typed(tape: Recording, line: string): readonly string[] | Taken {
  const [, command, rest = ''] = /^\/([a-z]*)(?:\s+(.*))?$/su.exec(line.trim()) ?? [];
  if (command !== undefined) {
    const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
    return (
      run?.(tape, rest.trim()) ?? [
        `-- There is no /${command}. /help lists the commands; write a text as //${command}.`,
      ]
    );
  }
  const text = line.trim().startsWith('//') ? line.trim().slice(1) : line;
  const { awaited, messages } = tape.chat;
  if (awaited !== undefined) {
    const outcome = readOutcome(awaited, text);
    return outcome.ok ? act(tape, (chat) => chat.answer(outcome.answer)) : [`-- ${outcome.problem}`];
  }
  if (text.trim() === '') return [];
  const { payload } = readAnswer(text, messages.map(contentOfBotMessage));
  return act(tape, (chat) => (payload === undefined ? chat.reply(text) : chat.press(payload)));
}

function act(
  { chat, acts }: Recording,
  todo: Act,
  show: (chat: SimulatedChat) => readonly string[] = shown,
): readonly string[] {
  try {
    todo(chat);
  } catch (error) {
    return [`-- ${error instanceof Error ? error.message : error}`];
  }
  acts.push(todo);
  return show(chat);
}

/** The messages of the bot since the last input, and the effect or person it waits for. */
function shown({ messages, awaited, isOver, position }: SimulatedChat): readonly string[] {
  return [
    ...messages.map(contentOfBotMessage).flatMap(renderContent),
    ...(awaited === undefined ? [] : describeEffect(awaited).flatMap(printableLines)),
    ...(isOver ? ['-- The conversation is over. /end makes the scenario, /undo takes back the last step.'] : []),
    ...(position.kind === 'agent' ? ['-- A person has the conversation now; the bot says nothing more.'] : []),
  ];
}

function readSent(text: string): SentMessage | undefined {
  const [, latitude, longitude] = /^location\s+(-?[\d.]+)[\s,]+(-?[\d.]+)$/u.exec(text) ?? [];
  if (latitude !== undefined) return { location: { latitude: Number(latitude), longitude: Number(longitude) } };
  const [, type, url, caption] = /^(image|video|audio|document)\s+(\S+)(?:\s+(.+))?$/su.exec(text) ?? [];
  if (type === undefined) return undefined;
  return { [type]: url, ...(caption !== undefined && { caption }) } as SentMessage;
}
