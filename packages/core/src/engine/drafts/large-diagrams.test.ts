import { expect, it } from 'vitest';
import { cleanDiagram, diagramOf, linkingDiagram, node } from '../../../test/diagram-fixture.ts';
import { codeOf, engineFixture, newBot, principalOf, refusalOf, unknownId } from '../../../test/engine-fixture.ts';
import type { Diagram } from '../../domain/diagram/diagram.ts';
import type { Storage } from '../../ports/storage.ts';

/** Makes the diagram 300 kB large, and otherwise leaves it as it is. */
function large(diagram: Diagram): Diagram {
  return { ...diagram, padding: 'x'.repeat(300_000) };
}

const codes = ({ violations }: { readonly violations: readonly { readonly code: string }[] }): readonly string[] =>
  violations.map(({ code }) => code);

it('[DR44][DR5] every use-case handles a large diagram like a small one', async () => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  const broken = await acme.drafts.replace(id, large(diagramOf([node('lonely', 'chat', { text: 'Hello' })])));
  expect([codes(broken), broken.saveState, broken.revision]).toEqual([['start_connection'], 'IS_NOT_VALID', 2]);
  expect(await codeOf(acme.versions.publish(id))).toBe('draft_has_violations');
  expect(await codeOf(acme.drafts.deployTest(id))).toBe('draft_has_violations');

  const added = await acme.drafts.applyChangeSet(id, {
    blocks: { add: [{ id: 'welcome', type: 'ask_phone', params: { text: 'Phone?' } }] },
  });
  expect([codes(added), added.diagram['padding']]).toEqual([[], 'x'.repeat(300_000)]);
  const { id: version } = await acme.versions.publish(id);
  expect((await acme.drafts.deployTest(id)).revision).toBe(3);
  expect((await acme.bots.testDeployment(id))?.diagram).toEqual(added.diagram);

  expect(codes(await acme.drafts.deleteBlock(id, 'welcome'))).toEqual(['start_connection']);
  expect(codes(await acme.drafts.validate(id))).toEqual(['start_connection']);
  expect(codes(await acme.drafts.discard(id))).toEqual([]);
  expect((await acme.versions.restore(id, version)).restoredFrom).toBe(version);
  const copy = await acme.bots.duplicate({ botId: id });
  expect((await acme.drafts.get(copy.id)).diagram).toEqual(added.diagram);
  const made = await acme.bots.create({ name: 'New', channelFamily: 'native', diagram: large(cleanDiagram()) });
  expect((await acme.bots.testDeployment(made.id))?.revision).toBe(1);
  expect(await codeOf(acme.drafts.replace(id, large(linkingDiagram(unknownId))))).toBe('linked_bot_not_found');
});

/** Calls `change` before the use-case of this number. */
function changedBefore(sound: Storage, nth: number, change: () => Promise<void>): Storage {
  let runs = 0;
  return {
    ...sound,
    async exclusive(scope, program) {
      runs += 1;
      if (runs === nth) await change();
      return (sound.exclusive as NonNullable<Storage['exclusive']>)(scope, program);
    },
  };
}

it('[DR44][DR10] a diagram is checked again when a bot that it names has changed in the meantime', async () => {
  const { acme, storage } = engineFixture();
  const target = await acme.bots.create({ name: 'Target', channelFamily: 'native' });
  const id = await newBot(acme);
  const trash = (): Promise<void> => acme.bots.trash(target.id);
  for (const [nth, expected] of [
    [9, 'linked_bot_unpublished'],
    [3, 'linked_bot_unknown'],
  ] as const) {
    const { acme: caller } = engineFixture({ storage: changedBefore(storage, nth, trash) });
    expect(codes(await caller.drafts.replace(id, large(linkingDiagram(target.number))))).toEqual([expected]);
  }
});

it('[DR44] concurrent writes of many editors, to one draft and to several, all take effect', async () => {
  const { acme } = engineFixture();
  const ids = [await newBot(acme), await newBot(acme)];
  const writes = Array.from({ length: 10 }, (_, nth) => {
    const diagram = large(cleanDiagram(`Question ${nth}?`));
    return acme.drafts.replace(String(ids[nth % 2]), diagram, { parsedFromBytes: 300_000 });
  });
  expect((await Promise.all(writes)).map(({ revision }) => revision).toSorted()).toEqual([
    2, 2, 3, 3, 4, 4, 5, 5, 6, 6,
  ]);
});

it.for<readonly [string, () => Diagram, string]>([
  [
    'params',
    () => diagramOf([node('a', 'chat', Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`p${n}`, n])))]),
    'A block has at most 1000 params: "a".',
  ],
  [
    'characters in a key',
    () => diagramOf([node('k'.repeat(1_025), 'chat', {})]),
    'The key of a node has at most 1024 characters.',
  ],
  [
    'formulas',
    () =>
      diagramOf(
        Array.from({ length: 40 }, (_, n) => node(`f${n}`, 'formulas', { expression: `${n}${' '.repeat(1_800)}` })),
      ),
    'The formulas of a diagram have at most 65536 characters together.',
  ],
  [
    'values',
    () => ({ ...cleanDiagram(), more: Array.from({ length: 1_000_000 }, () => 0) }),
    'A diagram has at most 1000000 values.',
  ],
])('[DR42] too many %s', async ([, diagram, message]) => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  for (const options of [{}, { parsedFromBytes: 1_000_000 }]) {
    const { code, message: said } = await refusalOf(acme.drafts.replace(id, diagram(), options));
    expect([code, said]).toEqual(['request_too_large', message]);
  }
  expect((await acme.drafts.get(id)).revision).toBe(1);
});

it('[DR42] as many as the bounds say', async () => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  const params = Object.fromEntries(Array.from({ length: 998 }, (_, n) => [`p${n}`, n]));
  const same = Array.from({ length: 100 }, (_, n) =>
    node(`f${n}`, 'formulas', { expression: `1${' '.repeat(1_800)}`, destination: 'x' }),
  );
  const diagram = diagramOf([node('k'.repeat(1_024), 'chat', { ...params, text: 'x' }), ...same]);
  expect((await acme.drafts.replace(id, diagram)).revision).toBe(2);
});

it('[DR43] a refusal carries 10,000 problems and their number', async () => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  const update = Array.from({ length: 20_000 }, (_, nth) => ({ id: `gone${nth}`, top: 1 }));
  const { code, violations, violationsTotal } = await refusalOf(acme.drafts.applyChangeSet(id, { blocks: { update } }));
  expect([code, violations.length, violationsTotal]).toEqual(['change_set_refused', 10_000, 20_000]);
});

it.for([
  ['checks', (acme: Acme, id: string) => acme.drafts.validate(id)],
  ['test deployments', (acme: Acme, id: string) => acme.drafts.deployTest(id)],
  ['publications', (acme: Acme, id: string) => acme.versions.publish(id)],
  ['copies', (acme: Acme, id: string) => acme.bots.duplicate({ botId: id })],
  ['reads', (acme: Acme, id: string) => acme.drafts.get(id)],
] as const)('[DR49][DR50] of 40 %s of a large diagram at once 33 have a place', async ([, work]) => {
  const { acme, engine } = engineFixture();
  const globex = engine.as({ ...acme.principal, brand: 'globex' });
  const id = await newBot(acme);
  await acme.drafts.replace(id, large(cleanDiagram()));
  const small = await newBot(globex);
  const all = Array.from({ length: 40 }, () =>
    work(acme, id).then(
      () => 'done',
      ({ code }) => code,
    ),
  );
  // A small one of another brand waits for none of them.
  expect((await globex.drafts.validate(small)).total).toBe(1);
  const outcomes = Map.groupBy(await Promise.all(all), (outcome) => outcome);
  expect([outcomes.get('done')?.length, outcomes.get('too_many_requests')?.length]).toEqual([33, 7]);
});

type Acme = ReturnType<typeof engineFixture>['acme'];

it('[DR53] a large input is read once the one of its brand before is no longer used', async () => {
  const { acme, engine } = engineFixture();
  const globex = engine.as(principalOf({ brand: 'globex' }));
  const seen: string[] = [];
  const uses = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const put = (caller: typeof acme, name: string, nth: number): Promise<string> =>
    caller.queueLargeInput(
      () => {
        seen.push(name);
        return name;
      },
      async (input) => {
        await uses[nth]?.promise;
        return `${input} used`;
      },
    );
  const first = put(acme, 'first', 0);
  const second = put(acme, 'second', 1);
  const others = put(globex, 'of another brand', 2);
  uses[2]?.resolve();
  expect(await others).toBe('of another brand used');
  expect(seen).toEqual(['first', 'of another brand']);
  uses[0]?.resolve();
  expect(await first).toBe('first used');
  uses[1]?.reject(new Error('refused'));
  await expect(second).rejects.toThrow('refused');
  expect(
    await acme.queueLargeInput(
      () => 'third',
      async (input) => input,
    ),
  ).toBe('third');
});
