import type { JsonObject } from '@botwright/core/diagram';
import type { SimulateOptions } from '@botwright/testing';
import type { Schema } from './bot-schema.ts';

/** In YAML a text such as 01234 needs no quotes, and looks like a number to an editor. */
const text: Schema = { type: ['string', 'number', 'boolean', 'null'] };
const record = (values: Schema): Schema => ({ type: 'object', additionalProperties: values });
const object = (properties: JsonObject, required: readonly string[] = []): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...(required.length > 0 && { required }),
});
const list = (items: Schema): Schema => ({ type: 'array', items });
const either = (...anyOf: readonly Schema[]): Schema => ({ anyOf });
const described = (schema: Schema, description: string): Schema => ({ ...schema, description });

/** `<column>` in place of a value. */
const filled: Schema = { type: 'string', pattern: '<[^<>]+>' };
const amount = either({ type: 'number', minimum: 0 }, filled);
const degrees = either({ type: 'number' }, filled);
const place = object({ latitude: degrees, longitude: degrees }, ['latitude', 'longitude']);
const media = { image: text, video: text, audio: text, document: text };
const step = (name: string, schema: Schema, description: string, more: JsonObject = {}): Schema =>
  object({ [name]: described(schema, description), ...more }, [name]);

const expectation = either(
  text,
  object({
    text,
    contains: text,
    matches: text,
    buttons: either(list(text), filled),
    ...media,
    location: either(place, filled),
    error: text,
  }),
);
const reply = { answer: {}, fails: text };
const sent = either(
  filled,
  ...Object.keys(media).map((type) => object({ [type]: text, caption: text }, [type])),
  object({ location: either(place, filled) }, ['location']),
);
const effectKinds = {
  webhook: 'The answer has "status" and perhaps "body".',
  code: 'The answer has the Fields that the code writes.',
  spreadsheet: 'The answer is a row.',
  scheduler: 'Without an answer the visitor booked.',
  ai_agent: 'The answer has texts, Fields and the exit.',
  email: 'Without an answer the mail is sent.',
  language_model: 'The answer is that of the model.',
  host: 'The answer is the value that the block of the host gets.',
  jump: 'To a bot that the file does not name: it can only fail.',
} as const satisfies Record<keyof NonNullable<SimulateOptions['effects']>, string>;
const kind: Schema = { ...text, examples: Object.keys(effectKinds) };
const expectedEffect = { type: 'object', required: ['kind'], properties: { kind } };

const steps: Schema = {
  type: 'array',
  items: either(
    step('bot', either(expectation, list(expectation)), 'The bot says this, and nothing else in this turn.'),
    step('visitor', text, 'The visitor writes.'),
    step('press', text, 'The visitor presses a button, by its label or payload.'),
    step('send', sent, 'The visitor sends a file or a place.'),
    step('effect', either(kind, expectedEffect), 'The bot waits for this effect, which is answered or fails.', reply),
    step('fields', record({}), 'The Fields have these values; null: there is none.'),
    step(
      'pass',
      either(filled, object({ days: amount, hours: amount, minutes: amount, seconds: amount })),
      'Time passes.',
    ),
    step('wait', text, 'Time passes, such as 10 min, and no wait of the bot is skipped.'),
    step('at', text, 'The conversation is at this block.'),
    step('ends_at', text, 'The conversation ended at this block.'),
    step('use', text, 'The shared steps of this name.'),
  ),
};

const scenario = object(
  {
    name: described(text, 'With <column> for values of the examples.'),
    skip: described({ type: ['string', 'number'] }, 'Why it is not run.'),
    only: described({ const: true }, 'Of all files, only such scenarios are run.'),
    tags: described(list(text), 'For --tag.'),
    start: described(text, 'The id of the first block.'),
    now: described(text, 'The start in ISO 8601.'),
    fields: described(record({}), 'The Fields of the customer before the start.'),
    effects: described(
      object(
        Object.fromEntries(
          Object.entries(effectKinds).map(([name, description]) => [
            name,
            { ...either(object(reply), list(object(reply))), description },
          ]),
        ),
      ),
      'Answers to effects by kind: one for all, or a list in order.',
    ),
    models: described(record(either(list({}), filled)), 'Answers of language models by the id of the block that asks.'),
    examples: described(
      { ...list({ ...record({}), minProperties: 1 }), minItems: 1, maxItems: 1_000 },
      'A row for each run: the values of <column> in this scenario.',
    ),
    steps,
  },
  ['name', 'steps'],
);

const features: Schema = { type: 'object' };

/** Describes files of scenarios, and files of shared steps. @spec JS1, JS3 */
export const scenarioFileSchema: Schema = {
  ...object({
    $schema: text,
    bot: described(text, 'The file of the bot, by its path from this file.'),
    bots: described(record(text), 'The files of the bots of jumps, by their numbers.'),
    channel_family: text,
    can: features,
    shared: described(record(steps), 'Lists of steps by the names with which scenarios use them.'),
    shared_files: described(list(text), 'Files with "shared" alone, by their paths from this file.'),
    scenarios: list(scenario),
  }),
  anyOf: [{ required: ['bot', 'scenarios'] }, { required: ['shared'], propertyNames: { enum: ['$schema', 'shared'] } }],
};
