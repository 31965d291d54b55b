import type { JsonValue } from '@botwright/core/diagram';
import { type Column, chain, type Step } from '../bot-work.ts';
import { type Choice, exitsOf, offer } from '../choices.ts';
import { isObject, listOf, member, numberOf, pointerTo, textOf } from '../json.ts';
import { cut, excerpt, isWebAddress, written } from '../plain-texts.ts';
import { asked, sayPart, splitQuestion } from '../saying.ts';
import { type Content, readContent } from './contents.ts';
import { columnOf, type Reading, reportContent } from './reading.ts';
import type { SourceFlow, SourceNode, Transition } from './source.ts';
import { isAlways } from './transitions.ts';
import { understandValues } from './understand.ts';

interface Skill {
  readonly node: SourceNode;
  /** The transitions that ways out of its blocks stand for. */
  readonly followed: Set<Transition>;
  readonly flow: SourceFlow;
  readonly data: JsonValue | undefined;
}

type Converter = (skill: Skill, reading: Reading) => string | undefined;

/** Converts a node of a known skill. @returns `undefined` for other nodes. @spec IB7 */
export function convertSkill(node: SourceNode, reading: Reading): { readonly place: string | undefined } | undefined {
  const kind = textOf(member(node.json, 'skill')).toLowerCase();
  const name = textOf(member(node.json, 'flow')).toLowerCase();
  const flow = reading.source.flows.find((each) => each.name.toLowerCase() === name);
  const convert = Object.hasOwn(skills, kind) ? skills[kind] : undefined;
  if (flow === undefined || convert === undefined) return undefined;
  reading.folded.add(flow.name);
  for (const { element } of node.onEnter) {
    reading.say(element, ['carried', 'carried', 'A node of a skill runs no instructions, in the source neither.']);
  }
  const data = member(flow.json, 'skillData');
  return { place: convert({ node, flow, data, followed: new Set() }, reading) };
}

/** The first transition that fits, with its place. */
function follow(
  { node, followed }: Skill,
  reading: Reading,
  fits: (transition: Transition) => boolean,
): { readonly to: string | undefined } | undefined {
  const transition = node.next.find(fits);
  if (transition === undefined) return undefined;
  followed.add(transition);
  const to = reading.resolve(transition.target, node, transition.element);
  reading.say(transition.element, ['carried', 'carried', 'The transition is a connection.'], to);
  return { to };
}

/** A way out without a transition ends the conversation. */
function placeOf(
  way: { readonly to: string | undefined } | undefined,
  { node }: Skill,
  { resolve }: Reading,
): string | undefined {
  return way === undefined ? resolve('', node, node.element) : way.to;
}

/** Reports the transitions that no way out of the blocks stands for. */
function reportOthers({ node, followed }: Skill, { say }: Reading): void {
  for (const transition of node.next) {
    if (followed.has(transition)) continue;
    const { element, condition } = transition;
    say(element, ['lost', 'condition-formula', `The condition ${excerpt(condition)} is not a result of the skill.`]);
  }
}

function contentOf(id: JsonValue | undefined, { source, variables, usedContents }: Reading): Content | undefined {
  const element = source.contents.get(textOf(id));
  if (element === undefined) return undefined;
  usedContents.add(element.id);
  return readContent(element, source.language, variables);
}

/** The text of a content, without marks. */
function plainOf(content: Content | undefined): string | undefined {
  const said = content?.parts.find(({ kind }) => kind === 'text');
  return said?.kind === 'text' ? written(said.params['text']) : undefined;
}

function sayBefore(reading: Reading, parts: Content['parts'], column: Column, ask: Step): string | undefined {
  const steps = parts.map(
    (part): Step =>
      (next) =>
        sayPart(reading.work, part, column, next),
  );
  return chain(reading.work, [...steps, ask], undefined);
}

const returned = /^temp\[(['"])skill-choice-ret[^\]]*\1\]\s*={2,3}\s*(["'])([\s\S]*)\2$/;

const choice: Converter = (skill, reading) => {
  const { node, data, flow } = skill;
  const { work, say, variables } = reading;
  const content = contentOf(member(data, 'contentId'), reading);
  const keywords = member(data, 'keywords');
  const column = columnOf(node);
  const failure = follow(skill, reading, isAlways);
  const listed = isObject(keywords) ? Object.keys(keywords) : [];
  const options =
    content !== undefined && content.choices.length > 0
      ? content.choices
      : listed.map((value) => ({ label: value, value }));
  if (options.length === 0) {
    say(node.element, ['lost', 'choice-limit', 'The choice has no choices, and is left out.']);
    reportOthers(skill, reading);
    return placeOf(failure, skill, reading);
  }
  const choices = options.map(({ label, value }, at): Choice => {
    const way = follow(skill, reading, ({ condition }) => returned.exec(condition)?.[3] === value);
    const words = listOf(isObject(keywords) && Object.hasOwn(keywords, value) ? keywords[value] : undefined).map(
      textOf,
    );
    const intents = words.filter((word) => /^intent:/i.test(word));
    if (intents.length > 0) {
      const message = `The intent ${excerpt(intents.join(', '))} does not choose ${excerpt(label)}; its words do.`;
      say(node.element, ['changed', 'intent-by-phrases', message]);
    }
    const phrases = intents.flatMap((word) => reading.intents.get(word.replace(/^intent:/i, '')) ?? []);
    return {
      label,
      value,
      words: [...words.filter((word) => !/^intent:/i.test(word)), value, ...phrases],
      to: placeOf(way ?? failure, skill, reading),
      element: { path: flow.path, pointer: pointerTo('/skillData/choices', at), title: label },
    };
  });
  for (const transition of node.next) {
    if (skill.followed.has(transition) || !returned.test(transition.condition)) continue;
    skill.followed.add(transition);
    say(transition.element, ['carried', 'carried', 'No choice has that value, in the source neither.']);
  }
  const config = member(data, 'config');
  const retries = numberOf(member(config, 'nbMaxRetries'));
  const key = node.next
    .map(({ condition }) => /^temp\[(['"])(skill-choice-ret[^\]]*)\1\]/.exec(condition)?.[2])
    .find((each) => each !== undefined);
  const isKept = written(member(config, 'variableName')) !== undefined && key !== undefined;
  const { before, text } = splitQuestion(content?.parts ?? []);
  const timeout = reading.silence(node);
  const place = sayBefore(reading, before, column, () =>
    offer(work, column, {
      text,
      choices,
      destination: isKept ? variables.fieldOf(`temp.${key}`) : undefined,
      errorText: plainOf(contentOf(member(data, 'invalidContentId'), reading)),
      exits: {
        invalid: { attempts: retries === undefined ? 1 : retries + 1, to: placeOf(failure, skill, reading) },
        timeout,
      },
      element: node.element,
      id: node.id,
    }),
  );
  say(node.element, ['carried', 'carried', 'The choice offers buttons.'], place);
  if (content !== undefined) reportContent(reading, node.element, content, 'choice');
  if (failure !== undefined && !work.at.hasParam('buttons', 'exits')) {
    const message = 'A wrong answer is asked again and again, and does not take the way of a failure.';
    say(node.element, ['lost', 'choice-limit', message], place);
  }
  reportOthers(skill, reading);
  return place;
};

/** The question for an entity of the system. */
const systemQuestions: Readonly<Record<string, string>> = {
  time: 'ask_date',
  date: 'ask_date',
  number: 'ask_number',
  email: 'ask_email',
  phonenumber: 'ask_phone',
  url: 'ask_url',
};

const slot: Converter = (skill, reading) => {
  const { node, data } = skill;
  const { work, say, variables, source } = reading;
  const column = columnOf(node);
  const name = textOf(member(data, 'slotName'));
  const field = variables.fieldOf(`session.slots.${name || 'slot'}`);
  const entities = listOf(member(data, 'entities')).map(textOf);
  const found = follow(skill, reading, ({ condition }) => /^temp\.extracted\b/.test(condition));
  const missing = follow(skill, reading, ({ condition }) => /^temp\.notExtracted\b/.test(condition));
  const known = follow(skill, reading, ({ condition }) => /^temp\.alreadyExtracted\b/.test(condition));
  const rest = follow(skill, reading, isAlways);
  const content = contentOf(member(data, 'contentElement'), reading);
  const errorText = plainOf(contentOf(member(data, 'notFoundElement'), reading));
  const retries = numberOf(member(data, 'retryAttempts')) ?? 3;
  const { before, text } = splitQuestion(content?.parts ?? []);
  const to = placeOf(found ?? rest, skill, reading);
  const exits = {
    invalid: { attempts: retries + 1, to: placeOf(missing ?? rest, skill, reading) },
    timeout: reading.silence(node),
  };
  const entity = entities.find((each) => each !== '' && each !== 'any');
  const list = source.entities.find(({ json }) => textOf(member(json, 'name')) === entity);
  const values = listOf(member(list?.json, 'occurrences') ?? member(list?.json, 'occurences'));
  const isList = list !== undefined && textOf(member(list.json, 'type')) !== 'pattern' && values.length > 0;
  const place = sayBefore(reading, before, column, () => {
    if (isList && work.at.has('understand')) {
      say(node.element, ['changed', 'entity-asked', 'The values of the slot are found by their words.']);
      return understandValues(reading, column, { text, values, field, to, otherwise: exits.invalid.to, id: node.id });
    }
    const question = (entity === undefined ? undefined : systemQuestions[entity.toLowerCase()]) ?? 'ask_question';
    const ways = exitsOf(work, question, question === 'ask_question' ? { timeout: exits.timeout } : exits);
    const key = work.add(
      question,
      {
        ...asked(text),
        destination: field,
        errorText: question === 'ask_question' ? undefined : errorText,
        exits: ways.exits as JsonValue | undefined,
      },
      [['$success', to], ...ways.leads],
      column,
      { id: node.id },
    );
    if (question === 'ask_question' && entity !== undefined) {
      const message = `Any answer is taken as the slot ${excerpt(name)}, not only one that is a ${excerpt(entity)}.`;
      say(node.element, ['changed', 'entity-asked', message], key);
    } else if (missing !== undefined && ways.exits === undefined && question !== 'ask_question') {
      say(node.element, ['lost', 'entity-asked', 'A wrong answer is asked again, and does not lead on.'], key);
    }
    return key;
  });
  say(node.element, ['carried', 'carried', 'The slot is a question.'], place);
  if (content !== undefined) reportContent(reading, node.element, content, 'slot');
  const validation = written(member(data, 'validationAction'));
  if (validation !== undefined) {
    say(
      node.element,
      ['lost', 'code-not-translated', `The action ${excerpt(validation)} does not check the answer.`],
      place,
    );
  }
  reportOthers(skill, reading);
  // A slot that has a value is not asked again.
  return work.add(
    'conditions',
    { match: 'all', conditions: [{ field, operator: 'is_set' }] },
    [
      ['true', placeOf(known ?? found ?? rest, skill, reading)],
      ['false', place],
    ],
    column,
  );
};

const callApi: Converter = (skill, reading) => {
  const { node, data } = skill;
  const { work, say, variables } = reading;
  const column = columnOf(node);
  const isSuccess = ({ condition }: Transition) => /^temp\.valid\w*$/.test(condition);
  const isFailure = ({ condition }: Transition) => /^!\s*temp\.valid\w*$/.test(condition);
  const rest = follow(skill, reading, isAlways);
  const success = follow(skill, reading, isSuccess) ?? rest;
  const failure = follow(skill, reading, isFailure) ?? rest;
  const fill = (value: JsonValue | undefined): string => {
    const filled = variables.fill(textOf(value));
    for (const code of filled.dropped) {
      say(node.element, ['lost', 'code-not-translated', `The request lacks ${excerpt(code)}.`]);
    }
    return filled.text;
  };
  const url = fill(member(data, 'url')).trim();
  if (!isWebAddress(url)) {
    say(node.element, ['lost', 'integration-unknown', `The request has no address on the web: ${excerpt(url)}.`]);
    reportOthers(skill, reading);
    return placeOf(failure, skill, reading);
  }
  const method = textOf(member(data, 'method')).toUpperCase() || 'GET';
  const headers = member(data, 'headers');
  const answer = `${textOf(member(data, 'memory')) || 'temp'}.${textOf(member(data, 'variable')) || 'response'}`;
  const body = `${answer}.body`;
  const saves = variables.pathsBelow(body).map((path) => ({
    path: pointerTo('', ...path.slice(body.length + 1).split('.')),
    destination: variables.fieldOf(path),
  }));
  const given = member(data, 'body');
  const sent = fill(typeof given === 'string' ? given : isObject(given) ? JSON.stringify(given) : '');
  const key = work.add(
    'webhook',
    {
      url,
      method: work.at.allows('webhook', 'method', method) ? method : 'POST',
      headers: isObject(headers)
        ? Object.entries(headers).flatMap(([name, value]) => (name.trim() === '' ? [] : [{ name, value: fill(value) }]))
        : undefined,
      body: method === 'GET' || sent.trim() === '' ? undefined : sent,
      destination: variables.fieldOf(body),
      saves: saves.length === 0 ? undefined : saves,
    },
    [
      ['$success', placeOf(success, skill, reading)],
      ['$failed', placeOf(failure, skill, reading)],
    ],
    column,
    { id: node.id },
  );
  say(node.element, ['carried', 'carried', 'The request is a webhook.'], key);
  reportOthers(skill, reading);
  return key;
};

const sendEmail: Converter = (skill, reading) => {
  const { node, data } = skill;
  const { work, say, variables } = reading;
  const rest = follow(skill, reading, isAlways);
  const success = follow(skill, reading, ({ condition }) => /^temp\.success$/.test(condition)) ?? rest;
  const failure = follow(skill, reading, ({ condition }) => /^!\s*temp\.success$/.test(condition)) ?? rest;
  const to = variables
    .fill(textOf(member(data, 'toAddress')))
    .text.split(/[,;]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
  reportOthers(skill, reading);
  if (!work.at.has('send_email') || to.length === 0 || to.length > 20) {
    say(node.element, ['lost', 'integration-unknown', 'The e-mail is not sent.']);
    return placeOf(failure, skill, reading);
  }
  const params = {
    to,
    subject: cut(plainOf(contentOf(member(data, 'subjectElement'), reading)) ?? '…', 255),
    text: plainOf(contentOf(member(data, 'contentElement'), reading)) ?? '…',
  };
  const key = work.add(
    'send_email',
    params,
    [
      ['$success', placeOf(success, skill, reading)],
      ['$failed', placeOf(failure, skill, reading)],
    ],
    columnOf(node),
    { id: node.id },
  );
  if (work.options.mailer !== true) work.need('mailer', 'e-mail', key);
  say(node.element, ['carried', 'carried', 'The e-mail is an e-mail, from the address of the host.'], key);
  return key;
};

const takeover: Converter = (skill, { work, say }) => {
  const key = work.add('human_takeover', {}, [], columnOf(skill.node), { id: skill.node.id });
  say(skill.node.element, ['carried', 'carried', 'A person takes over.'], key);
  for (const { element } of skill.node.next) {
    say(element, ['lost', 'integration-unknown', 'The bot does not go on when the person is done.'], key);
  }
  return key;
};

const skills: Readonly<Record<string, Converter>> = {
  choice,
  slot,
  callapi: callApi,
  sendemail: sendEmail,
  hitlnext: takeover,
};
