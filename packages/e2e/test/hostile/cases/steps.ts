import type { BlockSketch } from '../../support/diagrams.ts';
import type { Attack } from '../attack/attack.ts';
import type { HostileCase, HostileFamily } from '../must-hold.ts';

const fieldBytes = 60_000;
const long = 'a'.repeat(fieldBytes);
const times = <T>(count: number, value: T): readonly T[] => Array.from({ length: count }, () => value);
/** Eight visitors send it, ten times a second in all. */
const goOn = { texts: times(4, 'go on') };

/** Blocks one after the other, with a question first and last, so that each message of a visitor runs them all. */
async function publishRow(attack: Attack, row: readonly BlockSketch[], exit = '$success'): Promise<void> {
  const names = row.map((_, index) => `b${index}`);
  const question = (text: string): BlockSketch => ['ask_question', { text, destination: 'said' }];
  await attack.publish(
    {
      start: question('Ready?'),
      ...Object.fromEntries(row.map((block, index) => [names[index], block])),
      end: question('Again?'),
    },
    [
      `start.$success--${names[0]}`,
      ...names.map((name, index) => `${name}.${exit}--${names[index + 1] ?? 'end'}`),
      `end.$success--${names[0]}`,
    ],
  );
}

/** When a formula fails, the next block of the row runs. */
async function publishFormulas(attack: Attack, expression: string, count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, index) => `f${index}`);
  const question: BlockSketch = ['ask_question', { text: 'Again?', destination: 'said' }];
  await attack.publish(
    {
      start: question,
      ...Object.fromEntries(names.map((name) => [name, ['formulas', { expression, destination: 'result' }] as const])),
    },
    [
      `start.$success--${names[0]}`,
      ...names.flatMap((name, index) =>
        ['$success', '$failed'].map((exit) => `${name}.${exit}--${names[index + 1] ?? 'start'}`),
      ),
    ],
  );
}

const combining = '\u0315\u0300';

const cases: readonly HostileCase[] = [
  {
    title: 'set_a_field blocks that multiply a list',
    meets: ['event step_too_large', 'event field_too_large'],
    async attack(attack) {
      const set = (field: string, value: unknown): BlockSketch => ['set_a_field', { field, value: value as never }];
      await publishRow(
        attack,
        [set('a', times(100, 1)), set('b', times(150, '@{a}')), ...times(8, set('c', times(900, '@{b}')))],
        'success',
      );
      await attack.write(goOn);
    },
  },
  {
    title: '40,000 pairs of combining marks, sent to buttons',
    meets: [422],
    async attack(attack) {
      await attack.publish({ start: ['buttons', { text: 'Which?', buttons: [{ id: 'a', label: 'A' }] }] });
      await attack.write({ count: 4, texts: ['hi', ...times(4, `a${combining.repeat(40_000)}`)] });
    },
  },
  {
    title: 'combining marks in the labels of two buttons, by a Field',
    meets: ['event step_too_large', 'bot dialog', 422],
    async attack(attack) {
      const buttons = ['a', 'b'].map((id) => ({ id, label: `${id} @{marks}` }));
      await attack.publish({ start: ['buttons', { text: 'Which?', buttons }] });
      await attack.write({ ...goOn, customer: { marks: `a${combining.repeat(15_000)}` } });
    },
  },
  {
    title: 'messages of a megabyte: twenty buttons, each with a long Field for a label',
    meets: ['event step_too_large', 'bot dialog'],
    async attack(attack) {
      const buttons = times(20, '@{long}').map((label, index) => ({ id: `b${index}`, label }));
      await attack.publish({ start: ['buttons', { text: 'Which?', buttons }] });
      await attack.write({ ...goOn, customer: { long } });
    },
  },
  {
    title: 'yes or no, answered with as many marks as a message may have',
    meets: ['bot dialog'],
    async attack(attack) {
      await attack.publish({ start: ['ask_yes_no', { text: 'Well?' }] });
      await attack.write({ texts: times(4, `a${combining.repeat(32)}`.repeat(150)) });
    },
  },
  {
    title: 'a search for half of a long text in it, a hundred times',
    meets: ['event step_too_large', 'bot text'],
    async attack(attack) {
      const conditions = times(100, { field: 'hay', operator: 'contains', value: '@{needle}' });
      await attack.publish(
        {
          start: ['ask_question', { text: 'Ready?' }],
          look: ['conditions', { match: 'any', conditions }],
          end: ['send_text', { text: 'Done' }],
        },
        ['start.$success--look', 'look.true--end', 'look.false--end'],
      );
      const needle = `${'a'.repeat(fieldBytes / 4)}b${'a'.repeat(fieldBytes / 4)}`;
      await attack.write({ ...goOn, customer: { hay: long, needle } });
    },
  },
  {
    title: '8,000 headers of a webhook, each of a long Field',
    meets: ['event step_too_large', 'bot text', 422, 400],
    async attack(attack) {
      const headers = Array.from({ length: 8_000 }, (_, index) => ({ name: `h${index}`, value: '@{long}' }));
      await attack.publish(
        {
          start: ['ask_question', { text: 'Ready?' }],
          ask: ['webhook', { url: attack.tarpitUrl, headers }],
          end: ['send_text', { text: 'Done' }],
        },
        ['start.$success--ask', 'ask.$success--end', 'ask.$failed--end'],
      );
      await attack.write({ ...goOn, customer: { long } });
    },
  },
  {
    title: 'a body of a webhook that repeats a long Field 20,000 times',
    meets: ['event step_too_large', 'bot text'],
    async attack(attack) {
      await attack.publish(
        {
          start: ['ask_question', { text: 'Ready?' }],
          ask: ['webhook', { url: attack.tarpitUrl, body: { all: times(20_000, '@{long}') } }],
          end: ['send_text', { text: 'Done' }],
        },
        ['start.$success--ask', 'ask.$success--end', 'ask.$failed--end'],
      );
      await attack.write({ ...goOn, customer: { long } });
    },
  },
  {
    title: 'a formula that asks for the hour in Berlin a thousand times, in a row of twenty',
    meets: ['bot text', 'event step_too_large'],
    async attack(attack) {
      const list = `[${times(40, 1).join(',')}]`;
      await publishFormulas(attack, `${list}.map(a, ${list}.map(b, now.getHours("Europe/Berlin")))`, 20);
      await attack.write(goOn);
    },
  },
  {
    title: '400 formulas in a row, each of the highest allowed cost',
    meets: ['bot text', 'event step_too_large', 'event endless_loop'],
    async attack(attack) {
      const list = `[${times(28, 1).join(',')}]`;
      await publishFormulas(attack, `${list}.all(a, ${list}.all(b, ${list}.all(c, a + b < 3 + c)))`, 400);
      await attack.write(goOn);
    },
  },
  {
    title: 'patterns that are compiled for each value, and one that would backtrack for ever',
    meets: ['bot text', 'event step_too_large'],
    async attack(attack) {
      const list = `[${Array.from({ length: 60 }, (_, index) => index).join(',')}]`;
      const each = `${list}.all(a, !"${'a'.repeat(40)}!".matches("^(a+)+$" + string(a)))`;
      await publishFormulas(attack, `${each} && ${list}.all(a, !said.matches("^(([a-z])+.)+[A-Z]" + string(a)))`, 20);
      await attack.write({ texts: times(4, 'a'.repeat(5_000)) });
    },
  },
  {
    title: 'texts that repeat a long Field a thousand times, 100 in a row',
    meets: ['bot text', 'event step_too_large'],
    async attack(attack) {
      await publishRow(attack, times(100, ['send_text', { text: '@{long}'.repeat(1_000) }]));
      await attack.write({ ...goOn, customer: { long } });
    },
  },
];

export const steps: HostileFamily = { title: 'what a visitor or an author has a step do', cases };
