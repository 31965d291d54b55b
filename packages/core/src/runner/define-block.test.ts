import { expect, it } from 'vitest';
import { createCatalog } from '../domain/blocks/catalog.ts';
import { describeBlock, param } from '../domain/blocks/describe-block.ts';
import { createEngine } from '../engine/create-engine.ts';
import { memoryStorage } from '../memory/memory-storage.ts';
import { type BlockBehaviour, conversationRunner, defineBlock, leave, waitForVisitor } from './index.ts';

const words = { template: 'acme_shout', title: 'Shout', description: 'Says something loudly.', group: 'acme' };
const text = param('text', 'string', { required: true, description: 'What to say.' });
const description = { ...words, name: 'shout', variants: [{ params: [text], outputs: ['$success'] }] };
const enter: BlockBehaviour['enter'] = () => leave('$success');
const answer: BlockBehaviour['answer'] = () => leave('$success');
const shout = defineBlock({ definition: description, behaviour: { enter } });

it('[BL24] what is left out has its default', () => {
  expect(describeBlock(description)).toEqual({
    ...words,
    name: 'shout',
    placeable: true,
    canBeWelcome: false,
    waits: false,
    variants: [
      {
        selector: [],
        params: [
          { name: 'text', type: 'string', required: true, rules: {}, description: 'What to say.' },
          expect.objectContaining({ name: 'version', default: 3 }),
        ],
        outputs: ['$success'],
        outputDerivations: [],
        requiredTier: 'sandbox',
      },
    ],
  });
});

it('[BL25] both halves come from one place', () => {
  expect(shout).toEqual({ definition: describeBlock(description), behaviour: { block: 'shout', enter } });
  expect(createCatalog([shout]).byTemplate('acme_shout')).toEqual(shout.definition);
  expect(conversationRunner({ blocks: [shout] }).blocks?.map(({ name }) => name)).toContain('shout');
});

it.for([
  ['no enter', {}, {}, 'Block "shout": its behaviour needs "enter".'],
  [
    'waits',
    { waits: true },
    { enter },
    'Block "shout": it waits, so its behaviour needs "answer", "resolve" or "timeOut".',
  ],
  [
    'does not wait',
    {},
    { enter: () => waitForVisitor(), answer },
    'Block "shout": its behaviour has "answer", so its definition needs "waits": true.',
  ],
  ['a name that is taken', { name: 'send_text' }, { enter }, 'Block "send_text": the name is taken.'],
  ['a faulty definition', { title: ' ' }, { enter }, 'Block "shout": "title" must be a text that is not blank.'],
] as const)('[BL12][BL25] halves that do not fit are refused: %s', ([, change, behaviour, says]) => {
  const halves = { definition: { ...description, ...change }, behaviour: behaviour as { enter: typeof enter } };
  expect(() => defineBlock(halves)).toThrow(new TypeError(says));
});

it('[BL25] a block that waits may answer or resolve', () => {
  const halves = [
    { enter, answer },
    { enter, resolve: () => leave('$success') },
  ];
  const blocks = halves.map((behaviour) => defineBlock({ definition: { ...description, waits: true }, behaviour }));
  expect(blocks.map(({ definition }) => definition.waits)).toEqual([true, true]);
});

it('[BL26] an engine and its runner know the same blocks', async () => {
  const make = (blocks: Parameters<typeof createEngine>[0]['blocks'], runner = conversationRunner()) =>
    createEngine({ storage: memoryStorage(), runner, ...(blocks && { blocks }) });
  const knowing = conversationRunner({ blocks: [shout] });
  const { blocks: _, ...silent } = knowing;
  const behaving = { catalog: createCatalog([shout.definition]), behaviours: [shout.behaviour] };
  for (const runner of [knowing, conversationRunner(behaving), silent]) await make([shout], runner).close();
  await make([shout.definition], knowing).close();
  await createEngine({ storage: memoryStorage(), blocks: [shout.definition] }).close();

  expect(() => make([shout])).toThrow(
    /^The engine has the block "shout", .* give it to conversationRunner\(\{ blocks \}\)/,
  );
  expect(() => make([], knowing)).toThrow(
    /^The runner has the block "shout", .* give it to createEngine\(\{ blocks \}\)/,
  );
  const other = { ...shout.definition, template: 'acme_cry' };
  expect(() => make([other], knowing)).toThrow('"acme_cry" in the engine and "acme_shout" in its runner');
  const mute = conversationRunner({ catalog: createCatalog([shout]) });
  expect(() => make([shout], mute)).toThrow('its runner has no behaviour for it');
});
