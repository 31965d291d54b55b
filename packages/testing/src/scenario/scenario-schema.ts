import { isJsonObject, readIsoDate, typedValue } from '@botwright/core/conversation';
import { type ChannelCapabilities, closestName } from '@botwright/core/diagram';
import * as v from 'valibot';
import { readDuration } from '../chat/duration.ts';
import type { ScenarioFile } from './scenario.ts';
import { withValues, writtenText } from './yaml-values.ts';

/** Typed text often looks like a number in YAML: the schema takes the text in the file. @spec TE68 */
const text = v.pipe(
  v.union([v.string(), v.number(), v.symbol()], 'Expected a text.'),
  v.transform((value) => (typeof value === 'symbol' ? writtenText(value) : String(value))),
);
/** @spec TE69 */
const json = v.pipe(
  v.unknown(),
  v.check((given) => given !== undefined),
  v.transform(withValues),
);
const regex = v.pipe(text, v.check(isRegex, 'This is not a valid regular expression.'));
const count = v.pipe(number('Expected a number.'), v.minValue(0, 'Expected 0 or more.'));
const contains = { contains: text };
const matches = { matches: regex };
/** Here a number stays a number if JSON would write it in the same way. */
const member = v.lazy((input) =>
  isJsonObject(input) && ('contains' in input || 'matches' in input) ? oneOf({ contains, matches }, input) : json,
);
const optional = v.exactOptional;

/** A message of the bot: all given members must match. */
const said = v.pipe(
  object({
    text: optional(text),
    contains: optional(text),
    matches: optional(regex),
    buttons: optional(v.array(text, 'Expected a list of labels.')),
    image: optional(text),
    video: optional(text),
    audio: optional(text),
    document: optional(text),
    location: optional(place()),
    error: optional(text),
  }),
  v.check((expected) => Object.keys(expected).length > 0, 'Expected something that the bot says.'),
);
const expectation = v.lazy((input) => (isJsonObject(input) ? said : text));
const expectations = v.lazy((input) => (Array.isArray(input) ? v.array(expectation) : expectation));

const reply = { answer: optional(json), fails: optional(text) };
const replies = v.lazy((input) => (Array.isArray(input) ? v.array(object(reply)) : object(reply)));
const effect = v.lazy((input) => (isJsonObject(input) ? v.objectWithRest({ kind: text }, member) : text));

const caption = optional(text);
const sent = {
  image: { image: text, caption },
  video: { video: text, caption },
  audio: { audio: text, caption },
  document: { document: text, caption },
  location: { location: place() },
};

const steps = {
  bot: { bot: expectations },
  visitor: { visitor: text },
  press: { press: text },
  send: { send: v.lazy((input) => oneOf(sent, input)) },
  effect: { effect, ...reply },
  fields: { fields: v.record(v.string(), json, 'Expected values of Fields by their names.') },
  pass: {
    pass: object({ days: optional(count), hours: optional(count), minutes: optional(count), seconds: optional(count) }),
  },
  wait: {
    wait: v.pipe(
      text,
      v.check((written) => readDuration(written) !== undefined, 'Expected a period, such as 10 min.'),
    ),
  },
  at: { at: text },
  ends_at: { ends_at: text },
  use: { use: text },
};

const moment = v.pipe(
  text,
  v.check((written) => readIsoDate(written) !== undefined, 'Expected a moment, such as 2026-01-01T09:00:00Z.'),
);
const value = v.pipe(
  json,
  v.check((given) => typedValue(given) !== undefined, 'No Field can be this.'),
);
const effectKinds = [
  'webhook',
  'code',
  'spreadsheet',
  'scheduler',
  'ai_agent',
  'email',
  'language_model',
  'host',
  'jump',
] as const;
const effectKind = v.picklist(effectKinds, `Unknown effect. Known effects: ${effectKinds.join(', ')}.`);

/** `true` is no reason. @spec SF7 */
const reason = v.pipe(
  text,
  v.check((written) => !/^(true|false|\s*)$/i.test(written), 'Expected the reason.'),
);
const mostTags = 50;
const tag = v.pipe(
  text,
  v.regex(/^[\p{L}\p{N}_][\p{L}\p{N}_.:/-]{0,49}$/u, 'Expected a tag of letters, digits and _ . : / -.'),
);

const scenario = object(
  {
    name: text,
    skip: optional(reason),
    only: optional(v.pipe(json, v.literal(true, 'Expected true.'))),
    tags: optional(
      v.pipe(v.array(tag, 'Expected a list of tags.'), v.maxLength(mostTags, `Expected at most ${mostTags} tags.`)),
    ),
    start: optional(text),
    now: optional(moment),
    fields: optional(v.record(v.string(), value, 'Expected values of Fields by their names.')),
    effects: optional(v.record(effectKind, replies, 'Expected answers by the kind of effect.')),
    models: optional(
      v.record(v.string(), v.array(json, 'Expected a list of answers.'), 'Expected answers by the ids of blocks.'),
    ),
    steps: v.array(
      v.lazy((input) => oneOf(steps, input)),
      'Expected a list of steps.',
    ),
  },
  ['examples'],
);

const bound = v.pipe(
  number('Expected a number.'),
  v.integer('Expected a whole number.'),
  v.minValue(1, 'Expected 1 or more.'),
);
const feature = optional(v.pipe(json, v.boolean('Expected true or false.')));
const richTexts = ['none', 'markdown', 'messenger'] as const;
const can = object({
  rich_text: optional(v.picklist(richTexts, `Expected one of ${richTexts.join(', ')}.`)),
  buttons: optional(object({ most: optional(bound), label: optional(bound) })),
  cards: feature,
  choices: feature,
  typing: feature,
  open_url: feature,
  upload: feature,
}) satisfies v.GenericSchema<unknown, ChannelCapabilities>;

/** Describes a file of scenarios, with shared steps and examples put into its scenarios. @spec TE20, EX40 */
export const scenarioFileSchema = object(
  {
    $schema: optional(text),
    bot: optional(text),
    bots: optional(
      v.record(
        v.pipe(v.string(), v.regex(/^[1-9]\d*$/, 'Expected the number of a bot.')),
        text,
        'Expected files of bots by their numbers.',
      ),
    ),
    channel_family: optional(text),
    can: optional(can),
    scenarios: v.array(scenario, 'Expected a list of scenarios.'),
  },
  ['shared', 'shared_files'],
) as v.GenericSchema as v.GenericSchema<ScenarioFile>;

/**
 * An object with only these members.
 *
 * @param expanded - Members that the values no longer have: a message names them, too.
 */
function object<const TEntries extends v.ObjectEntries>(entries: TEntries, expanded: readonly string[] = []) {
  const names = [...Object.keys(entries), ...expanded];
  return v.strictObject(entries, ({ expected, received }) => {
    if (expected === 'never') return `There is no ${received} here. ${suggestName(JSON.parse(received), names)}`;
    return expected === 'Object' ? `Expected an object with ${names.join(', ')}.` : `${expected} is missing.`;
  });
}

function suggestName(name: string, names: readonly string[]): string {
  const closest = closestName(name, names);
  return closest === undefined ? `There are: ${names.join(', ')}.` : `Did you mean "${closest}"?`;
}

/** The option whose name is a member of the input: only its faults are reported. */
function oneOf<const T extends Readonly<Record<string, v.ObjectEntries>>>(kinds: T, input: unknown) {
  const names = Object.keys(kinds);
  const name = isJsonObject(input) ? names.find((each) => Object.hasOwn(input, each)) : undefined;
  const known = name === undefined ? undefined : kinds[name];
  if (known !== undefined) return object(known);
  const [closest] = isJsonObject(input) ? Object.keys(input).flatMap((each) => closestName(each, names) ?? []) : [];
  return v.never(`Expected one of ${names.join(', ')}.${closest === undefined ? '' : ` Did you mean "${closest}"?`}`);
}

function place() {
  const degrees = number('Expected degrees.');
  return object({ latitude: degrees, longitude: degrees });
}

/** In either form. */
function number(message: string) {
  return v.pipe(
    v.union([v.number(), v.symbol()], message),
    v.transform((given) => (typeof given === 'symbol' ? Number(writtenText(given)) : given)),
    v.finite(message),
  );
}

function isRegex(source: string): boolean {
  try {
    return new RegExp(source, 'u') !== undefined;
  } catch {
    return false;
  }
}
