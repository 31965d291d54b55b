import type { JsonValue } from '@botwright/core/diagram';
import { chain, isEmpty, type SourcePlace, type Step, setField } from '../bot-work.ts';
import type { Translation } from '../code/translate-code.ts';
import type { Finding } from '../finished-bot.ts';
import { isObject, listOf, member, pointerTo, textOf } from '../json.ts';
import { excerpt, isWebAddress, written } from '../plain-texts.ts';
import { fill, partSteps, readPrompt } from './activities.ts';
import { lastText, literalOf } from './expressions.ts';
import { convertInput, isInput } from './inputs.ts';
import type { Reading, Scope } from './reading.ts';

interface Action {
  readonly json: JsonValue;
  readonly kind: string;
  readonly element: SourcePlace;
  readonly scope: Scope;
}

type Converter = (action: Action, reading: Reading, next: string | undefined) => string | undefined;

/** Converts a list of actions. @returns The place of the first. */
export function convertActions(
  list: JsonValue | undefined,
  { path, pointer }: SourcePlace,
  reading: Reading,
  scope: Scope,
  next: string | undefined,
): string | undefined {
  const steps = listOf(list).map((json, at): Step => {
    const name = textOf(member(member(json, '$designer'), 'name'));
    const element = { path, pointer: pointerTo(pointer, at), title: name };
    return (to) => {
      const kind = textOf(member(json, '$kind')).replace(/^Microsoft\./, '');
      const action = { json, kind, element, scope };
      let place = to;
      if (member(json, 'disabled') === true) {
        skip(action, reading, ['carried', 'It is switched off, and is left out.']);
      } else if (isInput(kind)) place = convertInput(kind, json, element, reading, scope, to);
      else place = ((Object.hasOwn(converters, kind) ? converters[kind] : undefined) ?? unknown)(action, reading, to);
      if (!reading.isReported(element)) {
        reading.say(element, ['carried', 'carried', 'It has nothing to do, and is left out.'], place);
      }
      const label = labelOf(json);
      const labelled = label === undefined ? undefined : scope.labels.get(label);
      if (labelled !== undefined) reading.work.builder.standsFor(labelled, place);
      return place;
    };
  });
  return chain(reading.work, steps, next);
}

/** The id by which another action goes to an action. */
export function labelOf(json: JsonValue): string | undefined {
  return written(member(json, 'id')) ?? written(member(member(json, '$designer'), 'id'));
}

/** Reports an action that is left out, and the ones in it. */
function skip(
  { json, element }: Action,
  { say }: Reading,
  [outcome, message, hint]: readonly ['carried' | 'lost', string, string?],
): void {
  const code = outcome === 'lost' ? 'loop-index' : 'carried';
  const finding: Finding = hint === undefined ? [outcome, code, message] : [outcome, code, message, hint];
  for (const { path, pointer } of [element, ...actionsBelow(json, element)]) say({ path, pointer }, finding);
}

/** The places of the actions in an action. */
export function actionsBelow(json: JsonValue, { path, pointer }: SourcePlace): readonly SourcePlace[] {
  const found: SourcePlace[] = [];
  const open: [JsonValue, string][] = [[json, pointer]];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    const [value, at] = each;
    const entries: readonly (readonly [string | number, JsonValue])[] = Array.isArray(value)
      ? [...listOf(value).entries()]
      : isObject(value)
        ? Object.entries(value)
        : [];
    for (const [name, inner] of entries) {
      const place = pointerTo(at, name);
      if (isObject(inner) && typeof inner['$kind'] === 'string') found.push({ path, pointer: place });
      open.push([inner, place]);
    }
  }
  return found;
}

const sendActivity: Converter = ({ json, element, scope }, reading, next) => {
  const { steps, parts, choices } = readPrompt(reading, scope, member(json, 'activity'), element);
  const place = chain(reading.work, [...steps, ...partSteps(reading, scope, parts)], next);
  const isSilent = steps.length === 0 && parts.length === 0;
  reading.say(
    element,
    ['carried', 'carried', isSilent ? 'It says nothing, and is left out.' : 'The activity is said.'],
    isSilent ? undefined : place,
  );
  if (choices.length > 0) reading.suggestions.push({ choices, element, place });
  return place;
};

/** A value of the source: `=expression`, a text with expressions, or any JSON. */
function readValue(given: JsonValue | undefined, { memory }: Reading, { dialog }: Scope): Translation | undefined {
  if (typeof given !== 'string')
    return given === undefined || given === null ? undefined : { kind: 'value', value: given };
  const text = given.trim();
  if (text.startsWith('=')) {
    const literal = literalOf(text);
    return literal === undefined ? memory.value(text, dialog.id) : { kind: 'value', value: literal };
  }
  const [, alone] = /^\$\{([^{}]*)\}$/.exec(text) ?? [];
  return alone === undefined ? undefined : memory.value(alone, dialog.id);
}

/** Sets a property. @returns The place of the block. */
function setProperty(
  path: string,
  given: JsonValue | undefined,
  { element, scope }: Action,
  reading: Reading,
  next: string | undefined,
): string | undefined {
  const { work, memory, say } = reading;
  const field = memory.fieldOf(path, scope.dialog.id);
  if (field === undefined) {
    say(element, ['lost', 'code-not-translated', `The property ${excerpt(path)} is not set: only the source has it.`]);
    return next;
  }
  const read = readValue(given, reading, scope);
  const set = (value: JsonValue): string => {
    const key = setField(work, field, value, scope.column, next);
    say(element, ['carried', 'carried', 'The property is a Field.'], key);
    return key;
  };
  if (read === undefined) {
    const filled = fill(reading, scope, textOf(given));
    for (const code of filled.dropped)
      say(element, ['lost', 'code-not-translated', `The value lacks ${excerpt(code)}.`]);
    return set(filled.text);
  }
  if (read.kind === 'value') return set(read.value);
  if (read.kind === 'text') return set(read.text);
  if (read.kind !== 'formula') {
    say(element, ['lost', 'code-not-translated', `The Field “${field}” does not get ${excerpt(textOf(given))}.`]);
    return next;
  }
  const isSum = read.sum?.field === field && work.at.allows('set_a_field', 'action', 'ADD');
  const key = isSum
    ? work.add('set_a_field', { field, action: 'ADD', value: read.sum?.amount ?? 0 }, [['success', next]], scope.column)
    : compute(read.expression, field, reading, scope, next);
  say(element, ['carried', 'carried', 'The property is a Field that a formula computes.'], key);
  return key;
}

function compute(
  expression: string,
  destination: string,
  { work }: Reading,
  { column }: Scope,
  next: string | undefined,
): string {
  const leads = [
    ['$success', next],
    ['$failed', next],
  ] as const;
  return work.add('formulas', { expression, destination }, leads, column);
}

const deleteProperties =
  (name: string): Converter =>
  (action, reading, next) => {
    const given = member(action.json, name);
    const paths = (Array.isArray(given) ? listOf(given) : [given ?? null]).map(textOf).filter((path) => path !== '');
    const steps = paths.map(
      (path): Step =>
        (to) =>
          setProperty(path, '', action, reading, to),
    );
    reading.say(action.element, ['carried', 'carried', 'The Fields are cleared.']);
    return chain(reading.work, steps, next);
  };

const changes: Readonly<Record<string, string>> = { push: 'APPEND', remove: 'REMOVE', clear: 'UNSET' };

const editArray: Converter = ({ json, element, scope }, reading, next) => {
  const { work, memory, say } = reading;
  const path = textOf(member(json, 'itemsProperty'));
  const field = memory.fieldOf(path, scope.dialog.id);
  const change = textOf(member(json, 'changeType')).toLowerCase();
  const action = Object.hasOwn(changes, change) ? (changes[change] ?? '') : '';
  const read = action === 'UNSET' ? undefined : readValue(member(json, 'value'), reading, scope);
  const value =
    read?.kind === 'value' ? read.value : read?.kind === 'text' ? read.text : written(member(json, 'value'));
  const given = read?.kind === 'formula' ? `@{${reading.computed()}}` : read?.kind === 'unknown' ? undefined : value;
  const isKnown =
    field !== undefined && work.at.allows('set_a_field', 'action', action) && (action === 'UNSET' || !isEmpty(given));
  if (!isKnown) {
    say(element, ['lost', 'code-not-translated', `The list ${excerpt(path)} is not changed by ${excerpt(change)}.`]);
    return next;
  }
  const params = action === 'UNSET' || given === undefined ? { field, action } : { field, action, value: given };
  const changed = work.add('set_a_field', params, [['success', next]], scope.column);
  const key =
    read?.kind === 'formula' ? compute(read.expression, textOf(given).slice(2, -1), reading, scope, changed) : changed;
  say(element, ['carried', 'carried', 'The list is a Field.'], key);
  if (textOf(member(json, 'resultProperty')) !== '') {
    say(element, ['lost', 'setting-dropped', 'The result of the change is not kept.'], key);
  }
  return key;
};

/** Whether a condition asks if a person, and not the bot, came into the conversation. */
const isOfNewcomers = (condition: string): boolean => /foreach\.value\.id[\s\S]*recipient\.id/i.test(condition);

const ifCondition: Converter = (action, reading, next) => {
  const { json, element, scope } = action;
  const { work, memory, say } = reading;
  const condition =
    typeof member(json, 'condition') === 'boolean'
      ? String(member(json, 'condition'))
      : textOf(member(json, 'condition'));
  const inner = (name: string) => ({ path: element.path, pointer: pointerTo(element.pointer, name) });
  const then = () => convertActions(member(json, 'actions'), inner('actions'), reading, scope, next);
  const otherwise = () => convertActions(member(json, 'elseActions'), inner('elseActions'), reading, scope, next);
  if (isOfNewcomers(condition)) {
    say(element, ['carried', 'carried', 'Only people come into a conversation here.']);
    const [used, left] = /!=/.test(condition) ? [then(), 'elseActions'] : [otherwise(), 'actions'];
    for (const place of actionsBelow(member(json, left) ?? null, inner(left))) {
      say(place, ['carried', 'carried', 'It is for the bot itself, and is left out.']);
    }
    return used;
  }
  const read = memory.condition(condition, scope.dialog.id);
  const [yes, no] = [then(), otherwise()];
  if (read.kind === 'formula') {
    const key = work.add(
      'conditions',
      { match: 'all', conditions: [{ formula: read.expression }] },
      [
        ['true', yes],
        ['false', no],
      ],
      scope.column,
    );
    say(element, ['carried', 'carried', 'The condition is a condition.'], key);
    return key;
  }
  if (read.kind === 'constant') {
    say(element, ['carried', 'carried', 'The condition always has one result.'], read.holds ? yes : no);
    return read.holds ? yes : no;
  }
  say(element, ['lost', 'condition-formula', `The condition ${excerpt(condition)} has no form, and never holds.`], no);
  return no;
};

const switchCondition: Converter = ({ json, element, scope }, reading, next) => {
  const { work, memory, say } = reading;
  const subject = textOf(member(json, 'condition')).trim().replace(/^=/, '');
  const cases = listOf(member(json, 'cases'));
  const inner = (...names: readonly (string | number)[]) => ({
    path: element.path,
    pointer: pointerTo(element.pointer, ...names),
  });
  const otherwise = convertActions(member(json, 'default'), inner('default'), reading, scope, next);
  const found = cases.flatMap((each, at) => {
    const to = convertActions(member(each, 'actions'), inner('cases', at, 'actions'), reading, scope, next);
    const value = textOf(member(each, 'value')).trim();
    const isCode = value.startsWith('=');
    const isNumber = /^-?\d+(?:\.\d+)?$/.test(value);
    const compared = isCode ? value.slice(1) : isNumber ? value : `'${value.replace(/[\\']/g, '\\$&')}'`;
    const read = memory.condition(`(${subject}) == ${compared}`, scope.dialog.id);
    if (read.kind !== 'formula') {
      say(inner('cases', at), [
        'lost',
        'condition-formula',
        `The case ${excerpt(value)} has no form, and never holds.`,
      ]);
      return [];
    }
    say(inner('cases', at), ['carried', 'carried', 'The case is a case.'], to);
    return [{ formula: read.expression, to, name: value }];
  });
  if (found.length === 0 || found.length > work.at.mostOf('switch', 'cases') || !work.at.has('switch')) {
    say(element, ['carried', 'carried', 'The choice is the way of no case.'], otherwise);
    return otherwise;
  }
  const key = work.add(
    'switch',
    {
      cases: found.map(({ formula, name }, at) => ({
        id: `case${at + 1}`,
        name: name || '…',
        match: 'all',
        conditions: [{ formula }],
      })),
    },
    [...found.map(({ to }, at) => [`$case${at + 1}`, to] as const), ['$else', otherwise]],
    scope.column,
  );
  say(element, ['carried', 'carried', 'The choice is a switch.'], key);
  return key;
};

const loop: Converter = (action, reading, next) => {
  const { json, element, scope } = action;
  if (/membersadded/i.test(textOf(member(json, 'itemsProperty')))) {
    reading.say(element, ['carried', 'carried', 'One person comes into a conversation here.']);
    const inner = { path: element.path, pointer: pointerTo(element.pointer, 'actions') };
    return convertActions(member(json, 'actions'), inner, reading, scope, next);
  }
  const list = excerpt(textOf(member(json, 'itemsProperty')));
  const message = `It is in a loop over the list ${list}, and is left out.`;
  skip(action, reading, ['lost', message, 'Say all entries by a formula with “join”, or offer them as buttons.']);
  return next;
};

const signIn: Converter = ({ element }, { say }, next) => {
  const hint = 'Sign the visitor in on the page around the chat, and write the token to a Field.';
  say(element, ['lost', 'credentials-missing', 'The visitor does not sign in; the conversation goes on.', hint]);
  return next;
};

/** Goes to another dialog, and comes back. @spec IO7 */
const beginDialog: Converter = ({ json, element, scope }, reading, next) => {
  const { work, memory, say, begin } = reading;
  const name = textOf(member(json, 'dialog'));
  const target = begin(name);
  if (target === undefined) {
    say(element, ['lost', 'link-outside', `The dialog ${excerpt(name)} is not among the files.`]);
    return next;
  }
  const options = member(json, 'options');
  const settings = (isObject(options) ? Object.entries(options) : []).map(
    ([option, value]): Step =>
      (to) => {
        const field = memory.fieldOf(`dialog.${option}`, name);
        const read = readValue(value, reading, scope);
        const given =
          read?.kind === 'value'
            ? read.value
            : read?.kind === 'text'
              ? read.text
              : read === undefined
                ? fill(reading, scope, textOf(value)).text
                : undefined;
        return field === undefined ? to : setField(work, field, given, scope.column, to);
      },
  );
  const result = textOf(member(json, 'resultProperty'));
  const [into, from] = [
    result === '' ? undefined : memory.fieldOf(result, scope.dialog.id),
    memory.fieldOf('dialog.result', name),
  ];
  const isKept = into !== undefined && from !== undefined;
  const call: Step = (to) => {
    const behind = isKept
      ? work.add('set_a_field', { field: into, action: 'SET', value: `@{${from}}` }, [['success', to]], scope.column)
      : to;
    const { number, name: botName } = work.bot;
    const params = {
      bot: number,
      bot_number: number,
      bot_channel_family: work.family,
      bot_name: botName,
      mode: 'call',
    };
    return work.add('bot_link', params, [['$success', behind ?? scope.end]], scope.column, { node: target });
  };
  const place = chain(work, [...settings, call], next);
  say(element, ['carried', 'carried', 'The dialog is called, and comes back.'], place);
  return place;
};

const replaceDialog: Converter = ({ json, element }, reading) => {
  const name = textOf(member(json, 'dialog'));
  const target = reading.begin(name);
  if (target === undefined)
    reading.say(element, ['lost', 'link-outside', `The dialog ${excerpt(name)} is not among the files.`]);
  else reading.say(element, ['carried', 'carried', 'The dialog is a connection.'], target);
  return target;
};

const endDialog: Converter = (action, reading) => {
  const { json, scope, element } = action;
  reading.say(element, ['carried', 'carried', 'The dialog ends.'], scope.end);
  const value = member(json, 'value');
  return value === undefined || value === ''
    ? scope.end
    : setProperty('dialog.result', value, action, reading, scope.end);
};

const httpRequest: Converter = ({ json, element, scope }, reading, next) => {
  const { work, memory, say } = reading;
  const filled = (value: JsonValue | undefined): string => {
    const { text, dropped } = fill(
      reading,
      scope,
      textOf(value).replace(/^=\s*(?=[A-Za-z$])(.*)$/s, (_whole, path: string) => `\${${path}}`),
    );
    for (const code of dropped) say(element, ['lost', 'code-not-translated', `The request lacks ${excerpt(code)}.`]);
    return text.trim();
  };
  const url = filled(member(json, 'url'));
  if (!isWebAddress(url)) {
    say(element, ['lost', 'integration-unknown', `The request has no address on the web: ${excerpt(url)}.`]);
    return next;
  }
  const method = textOf(member(json, 'method')).toUpperCase() || 'GET';
  const headers = member(json, 'headers');
  const given = member(json, 'body');
  const body =
    typeof given === 'string'
      ? filled(given)
      : given === undefined || given === null
        ? ''
        : filled(JSON.stringify(given));
  const content = `${textOf(member(json, 'resultProperty')) || 'turn.results'}.content`;
  const saves = memory.pathsBelow(content, scope.dialog.id).flatMap((path) => {
    const destination = memory.fieldOf(path, scope.dialog.id);
    const names = path
      .slice(content.length + 1)
      .replace(/\[(\d+)\]/g, '.$1')
      .split('.');
    return destination === undefined ? [] : [{ path: pointerTo('', ...names), destination }];
  });
  const key = work.add(
    'webhook',
    {
      url,
      method: work.at.allows('webhook', 'method', method) ? method : 'POST',
      headers: isObject(headers)
        ? Object.entries(headers).flatMap(([name, value]) =>
            name.trim() === '' ? [] : [{ name, value: filled(value) }],
          )
        : undefined,
      body: method === 'GET' || body === '' ? undefined : body,
      destination: memory.fieldOf(content, scope.dialog.id),
      saves: saves.length === 0 ? undefined : saves,
    },
    [
      ['$success', next],
      ['$failed', next],
    ],
    scope.column,
  );
  say(element, ['carried', 'carried', 'The request is a webhook.'], key);
  return key;
};

const endTurn: Converter = ({ element, scope }, { work, memory, say }, next) => {
  const params = { text: '…', quiet: true, destination: memory.fieldOf(lastText, scope.dialog.id) };
  const key = work.add('ask_question', params, [['$success', next]], scope.column);
  say(element, ['carried', 'carried', 'The bot waits for the visitor.'], key);
  return key;
};

const goTo: Converter = ({ json, element, scope }, { say }) => {
  const to = scope.labels.get(textOf(member(json, 'actionId')));
  if (to === undefined) say(element, ['lost', 'edge-dangling', 'It leads to an action that does not exist.']);
  else say(element, ['carried', 'carried', 'It is a connection.'], to);
  return to;
};

const unnoticed: Converter = ({ element }, { say }, next) => {
  say(element, ['carried', 'carried', 'The visitor notices nothing of it, and it is left out.']);
  return next;
};

const cancel: Converter = ({ element }, { say, listening }) => {
  say(element, ['carried', 'carried', 'The bot waits for the next sentence.'], listening);
  return listening;
};

const unknown: Converter = (action, reading, next) => {
  const { kind, json, element } = action;
  reading.say(element, [
    'lost',
    'integration-unknown',
    `The action ${excerpt(kind || 'without a kind')} does nothing here.`,
  ]);
  for (const place of actionsBelow(json, element)) {
    reading.say(place, ['lost', 'integration-unknown', 'It is in an action that does nothing here.']);
  }
  return next;
};

const converters: Readonly<Record<string, Converter>> = {
  SendActivity: sendActivity,
  SetProperty: (action, reading, next) =>
    setProperty(textOf(member(action.json, 'property')), member(action.json, 'value'), action, reading, next),
  SetProperties: (action, reading, next) =>
    chain(
      reading.work,
      listOf(member(action.json, 'assignments')).map(
        (each): Step =>
          (to) =>
            setProperty(textOf(member(each, 'property')), member(each, 'value'), action, reading, to),
      ),
      next,
    ),
  DeleteProperty: deleteProperties('property'),
  DeleteProperties: deleteProperties('properties'),
  EditArray: editArray,
  IfCondition: ifCondition,
  SwitchCondition: switchCondition,
  Foreach: loop,
  ForeachPage: loop,
  OAuthInput: signIn,
  SignOutUser: signIn,
  BeginDialog: beginDialog,
  ReplaceDialog: replaceDialog,
  RepeatDialog: ({ element, scope }, { say, begin }) => {
    const to = begin(scope.dialog.id);
    say(element, ['carried', 'carried', 'The dialog begins again.'], to);
    return to;
  },
  EndDialog: endDialog,
  CancelDialog: cancel,
  CancelAllDialogs: cancel,
  HttpRequest: httpRequest,
  EndTurn: endTurn,
  GotoAction: goTo,
  TraceActivity: unnoticed,
  LogAction: unnoticed,
  DebugBreak: unnoticed,
  TelemetryTrackEventAction: unnoticed,
};
