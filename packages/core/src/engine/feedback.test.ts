import { expect, it } from 'vitest';
import { codeOf, engineFixture } from '../../test/engine-fixture.ts';
import { defaultWording } from '../domain/feedback.ts';

const sales = { name: 'Sales', channelFamily: 'native' };

it('[FB1][FB2] a bot that was never configured has the default wording', async () => {
  const { acme } = engineFixture();
  const { id } = await acme.bots.create(sales);
  expect(await acme.feedback.get(id)).toEqual({
    enabled: false,
    question: expect.any(String),
    positiveLabel: expect.any(String),
    negativeLabel: expect.any(String),
    commentQuestion: expect.any(String),
    thanks: expect.any(String),
  });
});

it('[FB3][FB6] a write replaces the whole configuration', async () => {
  const { acme } = engineFixture();
  const { id } = await acme.bots.create(sales);
  const first = await acme.feedback.put(id, { enabled: true, question: 'Well?', thanks: '' });
  expect(first).toEqual({ ...defaultWording, enabled: true, question: 'Well?', thanks: '' });
  expect(await acme.feedback.get(id)).toEqual(first);

  const second = await acme.feedback.put(id, { enabled: false, question: null as unknown as string });
  expect(second).toEqual({ ...defaultWording, enabled: false });
  expect(await acme.feedback.get(id)).toEqual(second);
});

it.for<readonly [unknown, string]>([
  [{}, 'invalid_parameters enabled'],
  [{ enabled: 'yes' }, 'invalid_parameters enabled'],
  [{ enabled: true, question: 5 }, 'invalid_parameters question'],
  [{ enabled: true, thanks: '𝄞'.repeat(501) }, 'invalid_parameters thanks'],
  [{ enabled: true, positiveLabel: 'a\u0000' }, 'invalid_parameters positiveLabel'],
  [{ enabled: true, negativeLabel: '\udc00' }, 'invalid_parameters negativeLabel'],
  [{ enabled: true, colour: 'red' }, 'field_not_described colour'],
  [null, 'invalid_parameters'],
])('[FB4][ER3][ER4] %j is no configuration', async ([configuration, code]) => {
  const { acme } = engineFixture();
  const { id } = await acme.bots.create(sales);
  expect(await codeOf(acme.feedback.put(id, configuration as { enabled: boolean }))).toBe(code);
});

it('[FB4] a text may have 500 characters', async () => {
  const { acme } = engineFixture();
  const { id } = await acme.bots.create(sales);
  const text = '𝄞'.repeat(500);
  expect((await acme.feedback.put(id, { enabled: true, commentQuestion: text })).commentQuestion).toBe(text);
});

it('[FB5] the configuration of a bot in the trash can be read', async () => {
  const { acme } = engineFixture();
  const { id } = await acme.bots.create(sales);
  const configuration = await acme.feedback.put(id, { enabled: true });
  await acme.bots.trash(id);
  expect(await acme.feedback.get(id)).toEqual(configuration);
});
