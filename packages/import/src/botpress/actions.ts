import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import { type Column, chain, type Step, setField } from '../bot-work.ts';
import { isObject, member, numberOf, textOf } from '../json.ts';
import { excerpt } from '../plain-texts.ts';
import { sayPart } from '../saying.ts';
import { type Content, readContent } from './contents.ts';
import { type Reading, reportContent } from './reading.ts';
import type { Instruction } from './source.ts';

interface Action {
  readonly name: string;
  readonly args: JsonObject;
  readonly instruction: Instruction;
  readonly column: Column;
}

/** Converts an action. @returns The place of its first block; `next` when it has none. */
type Converter = (action: Action, reading: Reading, next: string | undefined) => string | undefined;

/** Reads an instruction `name {json}`. */
export function readInstruction({ text }: Instruction): { readonly name: string; readonly args: JsonObject } {
  const [, name = '', given = ''] = /^(\S+)\s*([\s\S]*)$/.exec(text.trim()) ?? [];
  try {
    const args = given === '' ? {} : (JSON.parse(given) as JsonValue);
    return { name, args: isObject(args) ? args : {} };
  } catch {
    return { name, args: {} };
  }
}

/** The content that an instruction `say #!id` says. */
export function readSaying(
  { text }: Instruction,
  { source, variables, usedContents }: Reading,
): { readonly type: string; readonly isKnown: boolean; readonly content: Content } {
  const [, reference = '', given = ''] = /^say\s+[#@]!?(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
  const element = source.contents.get(reference);
  usedContents.add(reference);
  const args = readInstruction({ text: `x ${given}`, element: { path: '', pointer: '' } }).args;
  const type = element?.type ?? reference;
  const data = element?.data ?? (Object.keys(args).length > 0 ? args : undefined);
  return { type, isKnown: data !== undefined, content: readContent({ type, data }, source.language, variables) };
}

export const isSaying = ({ text }: Instruction): boolean => /^say\s/.test(text);

/** Converts an instruction that says a content, or runs an action. @spec IB3 */
export function convertInstruction(
  instruction: Instruction,
  column: Column,
  reading: Reading,
  next: string | undefined,
): string | undefined {
  const { say } = reading;
  if (isSaying(instruction)) {
    const { content, type, isKnown } = readSaying(instruction, reading);
    const steps = content.parts.map(
      (part): Step =>
        (behind) =>
          sayPart(reading.work, part, column, behind),
    );
    const to = chain(reading.work, steps, next);
    if (!isKnown) {
      say(instruction.element, ['lost', 'wording-dropped', `The content ${excerpt(type)} is not among the files.`]);
    } else {
      say(instruction.element, ['carried', 'carried', 'The content is said.'], to);
      reportContent(reading, instruction.element, content, type);
    }
    if (content.choices.length > 0) {
      const message = 'The buttons are left out: the bot does not wait for an answer there.';
      say(instruction.element, ['lost', 'choice-limit', message], to);
    }
    return to;
  }
  const { name, args } = readInstruction(instruction);
  const short = name.replace(/^(?:builtin|basic-skills|user-variables|hitl|hitlnext|misunderstood)\//, '');
  const convert =
    name !== '' && Object.hasOwn(converters, short) && !reading.source.actions.has(name) ? converters[short] : custom;
  return (convert ?? custom)({ name, args, instruction, column }, reading, next);
}

/** Sets a Field. `null` and an empty text clear it, as in the source. */
function setVariableTo(
  { work, say, variables }: Reading,
  { instruction, column }: Action,
  key: string,
  value: JsonValue | undefined,
  next: string | undefined,
): string {
  const filled = typeof value === 'string' ? variables.fill(value) : { text: undefined, dropped: [] };
  const given = filled.text ?? value ?? '';
  const isCleared = given === 'null' || given === 'undefined';
  const added = setField(work, variables.fieldOf(key), isCleared ? '' : given, column, next);
  say(instruction.element, ['carried', 'carried', 'The variable is a Field.'], added);
  for (const code of filled.dropped) {
    say(instruction.element, ['lost', 'code-not-translated', `The value lacks ${excerpt(code)}.`], added);
  }
  return added;
}

const setVariable: Converter = (action, reading, next) => {
  const { args } = action;
  const memory = textOf(member(args, 'type')) || 'user';
  const name = textOf(member(args, 'name'));
  if (name === '') {
    reading.say(action.instruction.element, ['carried', 'carried', 'It sets no variable, and is left out.']);
    return next;
  }
  return setVariableTo(reading, action, `${memory}.${name}`, member(args, 'value'), next);
};

const wait: Converter = ({ args, instruction, column }, { work, say }, next) => {
  const seconds = Math.min(Math.max((numberOf(member(args, 'delay')) ?? 1_000) / 1_000, 0.1), 2_592_000);
  if (!work.at.has('wait')) {
    say(instruction.element, ['lost', 'setting-dropped', `The bot does not wait ${seconds} seconds.`]);
    return next;
  }
  const key = work.add('wait', { seconds, typing: seconds <= 25 }, [['$success', next]], column);
  say(instruction.element, ['carried', 'carried', 'The wait is a wait.'], key);
  return key;
};

/** Clears Fields, each by a block. */
function clear(fields: readonly string[], what: string): Converter {
  return ({ instruction, column }, { work, say }, next) => {
    let to = next;
    for (const field of fields.slice(0, mostCleared).reverse()) {
      to = work.add('set_a_field', { field, action: 'UNSET' }, [['success', to]], column);
    }
    say(instruction.element, ['carried', 'carried', what], to);
    return to;
  };
}

/** Fields that one action clears. */
const mostCleared = 30;

function unnoticed(message: string): Converter {
  return ({ instruction }, { say }, next) => {
    say(instruction.element, ['carried', 'carried', message]);
    return next;
  };
}

const contexts: Converter = ({ instruction }, { say }, next) => {
  const message = 'The sentences that the bot understands do not depend on a context.';
  say(instruction.element, ['changed', 'intent-by-phrases', message]);
  return next;
};

const takeover: Converter = ({ instruction, column }, { work, say }) => {
  const key = work.add('human_takeover', {}, [], column);
  say(instruction.element, ['carried', 'carried', 'A person takes over.'], key);
  return key;
};

const conversations = 'user.number_of_conversations';

const count =
  (adds: boolean): Converter =>
  (action, reading, next) => {
    const { work, variables, say } = reading;
    const output = textOf(member(action.args, 'output'));
    const field = variables.fieldOf(conversations);
    let to = output === '' ? next : setVariableTo(reading, action, `temp.${output}`, `{{${conversations}}}`, next);
    if (adds) to = work.add('set_a_field', { field, action: 'ADD', value: 1 }, [['success', to]], action.column);
    say(action.instruction.element, ['carried', 'carried', 'The number of conversations is a Field.'], to);
    return to;
  };

/** Values of all customers of a bot become values of each customer. */
const global =
  (convert: Converter): Converter =>
  (action, reading, next) => {
    const message = 'The value is the one of the customer, not one of all customers.';
    reading.say(action.instruction.element, ['changed', 'setting-dropped', message]);
    return convert(action, reading, next);
  };

const converters: Readonly<Record<string, Converter>> = {
  setVariable,
  setUserVariable: (action, reading, next) =>
    setVariable({ ...action, args: { ...action.args, type: 'user' } }, reading, next),
  removeVariable: (action, reading, next) =>
    setVariable({ ...action, args: { ...action.args, value: 'null' } }, reading, next),
  resetUserVariable: (action, reading, next) =>
    setVariable({ ...action, args: { ...action.args, type: 'user', value: 'null' } }, reading, next),
  getUserVariable: (action, reading, next) => {
    const output = textOf(member(action.args, 'output'));
    const name = textOf(member(action.args, 'name'));
    return output === ''
      ? unnoticed('It reads nothing, and is left out.')(action, reading, next)
      : setVariableTo(reading, action, `temp.${output}`, `{{user.${name}}}`, next);
  },
  setGlobalVariable: global((action, reading, next) =>
    setVariable({ ...action, args: { ...action.args, type: 'bot' } }, reading, next),
  ),
  getGlobalVariable: global((action, reading, next) => {
    const output = textOf(member(action.args, 'output'));
    return setVariableTo(
      reading,
      action,
      `temp.${output || 'value'}`,
      `{{bot.${textOf(member(action.args, 'name'))}}}`,
      next,
    );
  }),
  resetGlobalVariable: global((action, reading, next) =>
    setVariable({ ...action, args: { ...action.args, type: 'bot', value: 'null' } }, reading, next),
  ),
  wait,
  resetSession: (action, reading, next) =>
    clear(reading.variables.fieldsOf('session'), 'The Fields of the session are cleared.')(action, reading, next),
  slot_reset: (action, reading, next) => {
    const name = textOf(member(action.args, 'slotName'));
    const field = name === '' ? [] : [reading.variables.fieldOf(`session.slots.${name}`)];
    return clear(field, 'The Field of the slot is cleared.')(action, reading, next);
  },
  slot_update_contexts: unnoticed('It prepares a slot, and is left out.'),
  appendContext: contexts,
  removeContext: contexts,
  resetContext: contexts,
  getNumberOfConversations: count(false),
  incrementNumberOfConversations: count(true),
  pause: takeover,
  handoff: takeover,
  switchLanguage: ({ instruction }, { say }, next) => {
    say(instruction.element, ['lost', 'language-dropped', 'The bot does not change its language.']);
    return next;
  },
  sendFeedback: unnoticed('The visitor notices nothing of it, and it is left out.'),
  flag: unnoticed('The visitor notices nothing of it, and it is left out.'),
};

/** Code of the bot's own: a block that the host may run, or a note. */
const custom: Converter = ({ name, args, instruction, column }, { work, say, source }, next) => {
  const code = source.actions.get(name)?.code;
  const call = `// ${name} ${JSON.stringify(args)}`;
  if (name === '') {
    say(instruction.element, ['carried', 'carried', 'An action without a name does nothing, and is left out.']);
    return next;
  }
  if (code === undefined) {
    say(instruction.element, ['lost', 'integration-unknown', `The action ${excerpt(name)} does nothing here.`]);
    return next;
  }
  const message = `The action ${excerpt(name)} does not run.`;
  const text = `${call}\n${code}`;
  const families = work.at.catalog.byName('code')?.variants[0]?.channelRestriction;
  if (families !== undefined && !families.includes(work.family)) {
    say(instruction.element, ['lost', 'code-not-translated', message, 'A note of the diagram has the code.']);
    work.builder.note({ text, left: column.left, top: column.top, blocks: next === undefined ? [] : [next] });
    return next;
  }
  const key = work.add(
    'code',
    { source: text },
    [
      ['$success', next],
      ['$failed', next],
    ],
    column,
  );
  work.need('code', 'JavaScript', key);
  const hint = 'A block “code” has it: the host may run it.';
  say(instruction.element, ['lost', 'code-not-translated', message, hint], key);
  return key;
};
