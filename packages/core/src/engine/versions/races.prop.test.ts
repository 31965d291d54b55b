import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../../../scripts/depth.ts';
import { brokenDiagram, cleanDiagram } from '../../../test/diagram-fixture.ts';
import { engineFixture, type Fixture, newBot } from '../../../test/engine-fixture.ts';
import { isEngineError } from '../engine-error.ts';

const kinds = [
  'write',
  'break',
  'publish',
  'restore',
  'delete',
  'trash',
  'untrash',
  'discard',
  'test',
  'label',
  'sweep',
] as const;
type Kind = (typeof kinds)[number];

interface Step {
  readonly kind: Kind;
  /** Turns of the microtask queue to wait before it starts. */
  readonly after: number;
  /** Turns that its deployment takes; a negative number fails. */
  readonly deploys: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  after: fc.integer({ min: 0, max: 60 }),
  deploys: fc.integer({ min: -5, max: 40 }),
});

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
}

it('[VE7][VE15][VE16][VE17][VE19][DR1] with any concurrent commands, the history is in order and its last version is live', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const delays = steps.map(({ deploys }) => deploys);
      const prepare = async () => {
        const delay = delays.shift() ?? 0;
        await turns(Math.abs(delay));
        if (delay < 0) throw new Error('down');
      };
      const fixture = engineFixture({ channelDeployer: { prepareVersion: prepare, prepareTest: prepare } });
      const { acme } = fixture;
      const id = await newBot(acme);
      await acme.drafts.replace(id, cleanDiagram('0?'));
      const { id: first } = await acme.bots
        .get(id)
        .then(() => acme.versions.publish(id).catch(() => ({ id: undefined })));

      const outcomes = await Promise.all(
        steps.map(async ({ kind, after }, index) => {
          await turns(after);
          try {
            return { kind, value: await carryOut(fixture, { kind, id, index, first }) };
          } catch (error) {
            if (!isEngineError(error)) throw error;
            return { kind, code: error.code };
          }
        }),
      );

      await acme.bots.update(id, { state: 'active' });
      const { items } = await acme.versions.list(id, { pageSize: 100 });
      const published = outcomes.filter((each) => ['publish', 'restore'].includes(each.kind) && 'value' in each);
      const deleted = outcomes.filter((each) => each.kind === 'delete' && 'value' in each);
      expect(items).toHaveLength(published.length + Number(first !== undefined) - deleted.length);
      expect(items.map((item) => item.id)).toEqual(
        items
          .map((item) => item.id)
          .toSorted()
          .toReversed(),
      );

      const bot = await acme.bots.get(id);
      const live = await acme.bots.live(id);
      expect([live?.id, bot.publishedAt]).toEqual([items[0]?.id, items[0]?.publishedAt]);
      for (const item of items) {
        const version = await acme.versions.get(id, item.id);
        expect((await acme.drafts.validate(id, version.diagram)).errors).toBe(0);
      }
      expect((await acme.drafts.get(id)).editedAt).toBe(bot.editedAt);
    }),
    { seed: 20261121, numRuns: runs(30) },
  );
});

async function carryOut(
  { acme, engine, clock }: Fixture,
  { kind, id, index, first }: { kind: Kind; id: string; index: number; first: string | undefined },
): Promise<unknown> {
  clock.advance(index % 3);
  switch (kind) {
    case 'write':
      return acme.drafts.replace(id, cleanDiagram(`${index}?`));
    case 'break':
      return acme.drafts.replace(id, brokenDiagram());
    case 'publish':
      return acme.versions.publish(id);
    case 'restore':
      return acme.versions.restore(id, first ?? id);
    case 'delete':
      return acme.versions.delete(id, first ?? id);
    case 'trash':
      return acme.bots.trash(id);
    case 'untrash':
      return acme.bots.update(id, { state: 'active' });
    case 'discard':
      return acme.drafts.discard(id);
    case 'test':
      return acme.drafts.deployTest(id);
    case 'label':
      return acme.versions.label(id, first ?? id, `label ${index}`);
    case 'sweep':
      return engine.sweep();
  }
}
