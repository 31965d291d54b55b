import { runScenario, simulate } from '@botwright/testing';
import { describe, expect, it } from 'vitest';
import { shop } from '../../../testing/test/bots.ts';
import { diagramOf } from '../../../testing/test/diagram-of.ts';
import { Recording } from './recording.ts';

/** The output after these lines. */
function talk(...lines: readonly string[]) {
  const recording = new Recording(() => simulate(shop));
  const printed = [recording.start(), ...lines.map((line) => recording.take(line).lines)];
  return { recording, last: printed.at(-1) };
}

const asked = ['Shall I order?', '  1) Yes', '  2) No'];
const over = '-- The conversation is over. /end makes the scenario, /undo takes back the last step.';

describe('what the bot says', () => {
  it('[RC2] is printed as by chat', () => {
    expect(talk().last).toEqual(['What is your name?']);
    expect(talk('Ann').last).toEqual(['Hi Ann', ...asked]);
    expect(talk('Ann\u001b[2J').last).toEqual(['Hi Ann[2J', ...asked]);
  });
});

describe('a typed line', () => {
  it.for<readonly [string, string]>([
    ['2', 'press'],
    ['/press $no', 'press'],
    ['No', 'visitor'],
  ])('[RC3] %j is recorded as %j', ([line, step]) => {
    const { recording, last } = talk('Ann', line);
    expect(last).toEqual(['Goodbye.', over]);
    expect(recording.scenario({ name: 'a' }).steps.at(-3)).toHaveProperty(step);
  });

  it('[RC3] is a text otherwise, also with a slash', () => {
    expect(talk('//start').last?.[0]).toBe('Hi /start');
    expect(talk('').last).toEqual([]);
    expect(talk('Ann', '2', 'Hello?').last).toEqual(['-- The conversation is over (closed): start it again first.']);
  });

  it('[RC4] gives the outcome of an effect', () => {
    expect(talk('Ann', '1').last).toEqual([
      '-- The bot calls POST https://shop.example.org/orders with {"for":"Ann"}',
      '-- Type a status and a body, such as 200 {"id": 17}; Enter is 200; or fail, and the reason.',
    ]);
    const { recording, last } = talk('Ann', '1', 'yes');
    expect([recording.chat.awaited !== undefined, last]).toEqual([
      true,
      ['-- A webhook is answered with a status and a body, such as 200 {"id": 17}.'],
    ]);
    expect(talk('Bob', '1', '').last).toEqual(['Goodbye.', over]);
    expect(talk('Bob', '1', 'fail timeout').last).toEqual(['The shop is closed.', over]);
  });
});

describe('a command', () => {
  it('[RC5] lets time pass, and shows the state', () => {
    const { recording, last } = talk('Ann', '/wait 1h 30m');
    expect(last).toEqual(['-- 1h 30m passed']);
    expect(recording.take('/at').lines).toEqual(['-- order']);
    expect(recording.take('/fields').lines).toEqual(['name: "Ann"']);
    expect(recording.take('/wait').lines).toEqual(['-- Write a time as in /wait 1h 30m.']);
    expect(recording.take('/nothing').lines[0]).toMatch(/^-- There is no \/nothing\./);
    expect(recording.take('/help').lines.length).toBeGreaterThan(8);
    expect(talk('/fields').last).toEqual(['-- There are no Fields.']);
    expect(recording.scenario({ name: 'It' }).steps.slice(-2)).toEqual([
      { pass: { hours: 1, minutes: 30 } },
      { at: 'order' },
    ]);
  });

  it('[RC5] undoes the last step, and starts again', () => {
    const { recording } = talk('Bob', '1', '/undo', '/undo', 'Ann', '2');
    expect(recording.acts.length).toBe(2);
    const scenario = recording.scenario({ name: 'It' });
    expect(scenario.steps.filter((step) => 'visitor' in step || 'press' in step)).toEqual([
      { visitor: 'Ann' },
      { press: 'No' },
    ]);
    expect(runScenario(scenario, shop).failure).toBeUndefined();
    expect(talk('/undo').last).toEqual(['-- There is no step to undo.']);
    const again = talk('Ann', '/start order', '2').recording;
    expect(again.scenario({ name: 'It' })).toMatchObject({
      start: 'order',
      steps: [{}, { press: 'No' }, {}, { ends_at: 'bye' }],
    });
    expect(runScenario(again.scenario({ name: 'It' }), shop).failure).toBeUndefined();
  });

  it('[RC5] sends files and places', () => {
    const bot = diagramOf(
      {
        welcome: ['ask_question', { text: 'Hi', destination: 'x' }],
        file: ['ask_file', { text: 'A file?', destination: 'file' }],
      },
      ['welcome.$success--file'],
    );
    const recording = new Recording(() => simulate(bot));
    recording.start();
    for (const line of [
      'hi',
      '/send location 52.5 -13.4',
      '/send sticker x',
      '/send image https://a.example/x.png A cat',
    ])
      recording.take(line);
    expect(recording.scenario({ name: 'It' }).steps.filter((step) => 'send' in step)).toEqual([
      { send: { location: { latitude: 52.5, longitude: -13.4 } } },
      { send: { image: 'https://a.example/x.png', caption: 'A cat' } },
    ]);
  });

  it('[RC5] ends with a scenario or without', () => {
    const { recording } = talk('Ann');
    expect(recording.take('/end Ann, again')).toEqual({ lines: [], end: 'write' });
    expect(recording.name).toBe('Ann, again');
    expect(recording.take('/quit')).toEqual({ lines: [], end: 'drop' });
  });
});
