import { describe, expect, it } from 'vitest';
import {
  assertNoDeadEnds,
  assertReaches,
  assertSaid,
  assertValidDiagram,
  BotAssertionError,
  type SimulatedChat,
  simulate,
} from '../src/index.ts';
import '../src/vitest.ts';
import { shop } from './bots.ts';
import { diagramOf } from './diagram-of.ts';

const broken = diagramOf({ welcome: ['ask_question', { text: '', destination: 'x' }] });
const deadEnd = diagramOf(
  {
    welcome: ['ask_question', { text: 'Go?', destination: 'x' }],
    ask: ['ask_name', { text: 'Who?', destination: 'n' }],
  },
  ['welcome.$success--ask'],
);

function asked(): SimulatedChat {
  const chat = simulate(shop);
  chat.start();
  chat.reply('Ann');
  return chat;
}

describe('matchers and assertions', () => {
  it('[TE60] tell whether a diagram could be published', () => {
    expect(shop).toBeValidDiagram();
    expect({ diagram: shop, number: 7 }).toBeValidDiagram();
    expect(broken).not.toBeValidDiagram();
    // The greeting of this family is another block.
    expect(shop).not.toBeValidDiagram({ channelFamily: 'msgapp' });
    expect(() => expect(broken).toBeValidDiagram()).toThrow(/has violations:\n {2}\/nodes\/welcome\/params\/text /);
    expect(() => expect(shop).not.toBeValidDiagram()).toThrow('The diagram has no violations.');
  });

  it('[TE61] tell whether something follows each block', () => {
    expect(shop).toHaveNoDeadEnds();
    expect(deadEnd).not.toHaveNoDeadEnds();
    expect(() => expect(deadEnd).toHaveNoDeadEnds()).toThrow('has dead ends:\n  /nodes/ask dead-end: Nothing follows');
  });

  it('[TE64] give runners the difference', () => {
    const thrown = (check: () => void): unknown => {
      try {
        check();
      } catch (error) {
        const { expected, actual } = error as BotAssertionError;
        return [expected, actual];
      }
      return undefined;
    };
    const said = [['Hello'], ['Hi Ann', 'Shall I order?']];
    expect(thrown(() => assertSaid(asked(), 'Hello'))).toEqual(said);
    expect(thrown(() => expect(asked()).toHaveSaid('Hello'))).toEqual(said);
    expect(thrown(() => assertValidDiagram(broken))).toEqual([[], ['/nodes/welcome/params/text param_non_empty']]);
    const came = ['welcome', 'hello', 'order'];
    expect(thrown(() => assertReaches(asked(), 'bye'))).toEqual([[...came, 'bye'], came]);
  });

  it('[TE62] tell whether a conversation came to a block, or could', () => {
    expect(shop).toReach('sorry');
    expect(diagramOf({ welcome: ['send_text', { text: 'x' }], far: ['send_text', { text: 'y' }] })).not.toReach('far');
    expect(asked()).toReach('order');
    expect(asked()).not.toReach('bye');
    for (const subject of [shop, asked()]) {
      expect(() => expect(subject).not.toReach('by')).toThrow('There is no block "by" in the diagram.');
    }
    expect(() => expect(asked()).toReach('bye')).toThrow(
      'The conversation did not come to block "bye". It came to: welcome, hello, order.',
    );
    expect(() => expect(simulate(shop)).toReach('bye')).toThrow('It has not begun.');
  });

  it('[TE63][TE72] tell whether the bot said a text', () => {
    expect(asked()).toHaveSaid('Hi Ann');
    expect(asked()).toHaveSaid(/^shall/i);
    expect(asked()).toHaveSaid({ contains: 'order' });
    expect(asked()).not.toHaveSaid('What is your name?');
    expect(() => expect(asked()).toHaveSaid('Hi Bob')).toThrow(
      'The bot did not say: Hi Bob\nIt said:\n  Hi Ann\n  Shall I order? [Yes | No]',
    );
    expect(() => expect(asked()).toHaveSaid('Hi\u00a0Ann')).toThrow(
      'The bot did not say: Hi\u00a0Ann (U+00A0 after "Hi")\nIt said:\n  Hi Ann (U+0020 after "Hi")\n  Shall',
    );
    expect(() => expect(simulate(shop)).toHaveSaid('Hi')).toThrow('It said nothing.');
    const global = /Hi/g;
    expect(asked()).toHaveSaid(global);
    expect(asked()).toHaveSaid(global);
  });

  it('[TE64] are the same as assertions', () => {
    assertValidDiagram(shop);
    assertNoDeadEnds(shop);
    assertReaches(shop, 'bye');
    assertReaches(asked(), 'order');
    assertSaid(asked(), 'Hi Ann');
    const wrong = [
      () => assertValidDiagram(broken),
      () => assertNoDeadEnds(deadEnd),
      () => assertReaches(asked(), 'bye'),
      () => assertSaid(asked(), 'Hi Bob'),
    ];
    for (const assertion of wrong) {
      expect(assertion).toThrow(BotAssertionError);
      expect(assertion).toThrow(expect.objectContaining({ name: 'AssertionError' }));
    }
  });
});
