import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../../../scripts/depth.ts';
import { aimedAt, anyChangeSet, anyDiagram } from '../../../test/arbitrary-edits.ts';
import { cleanDiagram, diagramOf, node } from '../../../test/diagram-fixture.ts';
import { engineFixture, newBot, principalOf, startAt } from '../../../test/engine-fixture.ts';
import { readsOf } from '../../../test/stored-records.ts';
import type { Diagram } from '../../domain/diagram/diagram.ts';
import type { ChangeSet } from '../../domain/edits/change-set.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';
import { memoryStorage } from '../../memory/index.ts';
import type { Storage } from '../../ports/storage.ts';
import { deterministicIds } from '../../testing/deterministic-ids.ts';
import { simulatedClock } from '../../testing/simulated-clock.ts';
import { createEngine } from '../create-engine.ts';
import type { BrandEngine } from '../engine.ts';
import { isEngineError } from '../engine-error.ts';

type Step =
  | { readonly kind: 'change'; readonly drawn: ChangeSet }
  | { readonly kind: 'singles'; readonly drawn: ChangeSet }
  | { readonly kind: 'replace'; readonly diagram: Diagram }
  | { readonly kind: 'resave'; readonly drawn: ChangeSet }
  | { readonly kind: 'rewrite'; readonly length: number }
  | { readonly kind: 'publish' | 'discard' | 'restore' | 'trash' | 'untrash' | 'publishLinked' | 'fail' };

const padding = 'x'.repeat(5_000);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: anyChangeSet.map((drawn): Step => ({ kind: 'change', drawn })) },
  { weight: 5, arbitrary: anyChangeSet.map((drawn): Step => ({ kind: 'singles', drawn })) },
  { weight: 1, arbitrary: anyDiagram.map((diagram): Step => ({ kind: 'replace', diagram: { ...diagram, padding } })) },
  { weight: 4, arbitrary: anyChangeSet.map((drawn): Step => ({ kind: 'resave', drawn })) },
  { weight: 2, arbitrary: fc.constantFrom(10, 4_000).map((length): Step => ({ kind: 'rewrite', length })) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('publish', 'discard', 'restore', 'trash', 'untrash', 'publishLinked', 'fail')
      .map((kind): Step => ({ kind }) as Step),
  },
);

interface System {
  readonly callers: readonly BrandEngine[];
  readonly bot: string;
  readonly linked: string;
  /** Lets the next use-case fail after its decision. */
  failNext(): void;
}

/** Engines on one store, as processes are. Each has its own cache. */
async function createSystem(engines: number, maxCachedDraftBytes: number): Promise<System> {
  const sound = memoryStorage();
  let fails = false;
  const storage: Storage = {
    ...sound,
    exclusive: (scope, program) =>
      sound.exclusive(scope, function* () {
        const decision = yield* program();
        if (!fails) return decision;
        fails = false;
        throw new Error('The disk is full.');
      }),
  };
  const clock = simulatedClock(startAt);
  const callers = Array.from({ length: engines }, (_, index) =>
    createEngine({
      storage,
      clock,
      timer: clock,
      ids: deterministicIds(index + 1),
      limits: { maxCachedDraftBytes, maxRevisions: 7 },
    }).as(principalOf()),
  );
  const [caller] = callers as [BrandEngine];
  const linked = await newBot(caller);
  return { callers, bot: await newBot(caller), linked, failNext: () => (fails = true) };
}

/** Carries out a step. @returns What the caller gets, or the refusal. */
async function carryOut(system: System, caller: BrandEngine, taken: Step): Promise<unknown> {
  const { bot, linked } = system;
  const { drafts } = caller;
  const answers: unknown[] = [];
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      answers.push(JSON.parse(JSON.stringify((await work()) ?? null)));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      answers.push(isEngineError(error) ? [error.code, error.message, error.violations] : error.message);
    }
  };
  const diagram = async (): Promise<Diagram> => (await drafts.get(bot)).diagram;
  switch (taken.kind) {
    case 'change':
      await attempt(async () => drafts.applyChangeSet(bot, aimedAt(await diagram(), taken.drawn)));
      break;
    case 'singles': {
      const { blocks: { add = [], update = [], delete: gone = [] } = {}, connections } = aimedAt(
        await diagram(),
        taken.drawn,
      );
      await attempt(() => drafts.addBlocks(bot, { blocks: add, connections: connections?.add ?? [] }));
      for (const { id, ...edit } of update) await attempt(() => drafts.editBlock(bot, id, edit));
      for (const id of gone) await attempt(() => drafts.deleteBlock(bot, id));
      break;
    }
    case 'replace':
      await attempt(() => drafts.replace(bot, taken.diagram));
      break;
    case 'resave':
      await attempt(async () => drafts.replace(bot, resaved(await diagram(), taken.drawn)));
      break;
    case 'rewrite':
      await attempt(() =>
        drafts.applyChangeSet(bot, {
          blocks: {
            delete: ['linking'],
            add: [{ id: 'linking', type: 'bot_link', params: { bot: linked, note: '…'.repeat(taken.length) } }],
          },
        }),
      );
      break;
    case 'publish':
      await attempt(async () => Boolean(await caller.versions.publish(bot)));
      break;
    case 'discard':
      await attempt(() => drafts.discard(bot));
      break;
    case 'restore':
      await attempt(async () => {
        const { items } = await caller.versions.list(bot);
        return Boolean(await caller.versions.restore(bot, items.at(-1)?.id ?? bot));
      });
      break;
    case 'trash':
      await attempt(() => caller.bots.trash(linked));
      break;
    case 'untrash':
      await attempt(async () => Boolean(await caller.bots.update(linked, { state: 'active' })));
      break;
    case 'publishLinked':
      await attempt(() => caller.drafts.replace(linked, cleanDiagram()));
      await attempt(async () => Boolean(await caller.versions.publish(linked)));
      break;
    case 'fail':
      system.failNext();
      await attempt(() => drafts.applyChangeSet(bot, { blocks: { add: [{ type: 'close_chat' }] } }));
      break;
  }
  return answers;
}

/** The diagram with entries deleted and added, as somebody stores it whole who has changed a copy of it. */
function resaved({ nodes, connections, ...rest }: Diagram, drawn: ChangeSet): Diagram {
  const { add = [], delete: gone = [] } = aimedAt({ nodes, connections, ...rest }, drawn).blocks ?? {};
  const kept = Object.entries(nodes).filter(([key]) => !gone.includes(key));
  const added = add.map((block, nth): [string, JsonObject] => [block.id ?? `added-${nth}`, { ...block }]);
  return { nodes: Object.fromEntries([...kept, ...added]), connections, ...rest };
}

async function stateOf({ bot }: System, caller: BrandEngine): Promise<unknown> {
  const [draft, revisions] = [await caller.drafts.get(bot), await caller.drafts.revisions(bot)];
  return JSON.parse(JSON.stringify([draft, revisions]));
}

it('[DR45][DR46][DR47] any steps of any engines read as if each had read, checked and written the whole diagram', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyDiagram,
      fc.array(fc.tuple(step, fc.nat(1)), { minLength: 1, maxLength: 14, size: 'max' }),
      async (start, steps) => {
        const [fast, slow] = [await createSystem(2, 64 * 1_024 * 1_024), await createSystem(2, 0)];
        const first: Step = { kind: 'replace', diagram: { ...cleanDiagram(), ...start, padding } };
        for (const [taken, nth] of [[first, 0], ...steps] as const) {
          const results = [];
          for (const system of [fast, slow]) {
            const caller = system.callers[nth] as BrandEngine;
            results.push([await carryOut(system, caller, taken), await stateOf(system, caller)]);
          }
          expect(results[0]).toEqual(results[1]);
          expect(JSON.stringify(results[0])).toBe(JSON.stringify(results[1]));
        }
      },
    ),
    { seed: 20261123, numRuns: runs(20) },
  );
}, 120_000);

it('[DR45] a thousand edits of one block, with all texts that its history has', async () => {
  const { acme, storage } = engineFixture();
  const id = await newBot(acme);
  await acme.drafts.replace(id, { ...cleanDiagram(), padding });
  let expected = (await acme.drafts.get(id)).diagram;
  const texts: string[] = [];
  for (let round = 0; round < 1_000; round += 1) {
    texts.unshift(JSON.stringify(expected));
    const drafted = await acme.drafts.editBlock(id, 'welcome', { top: round });
    const { welcome, ...others } = expected.nodes;
    expected = {
      ...expected,
      nodes: { ...expected.nodes, ...others, welcome: { ...(welcome as object), top: round } },
    };
    if (round % 97 === 0) expect(drafted.diagramJson).toBe(JSON.stringify(expected));
  }
  expect((await readsOf(storage).load({ kind: 'draft', botId: id }))?.diagramJson).toBe(JSON.stringify(expected));
  const { items } = await acme.drafts.revisions(id, { page: 1, pageSize: 100 });
  expect(items.map(({ diagramJson }) => diagramJson)).toEqual(texts.slice(0, 100));
});

/** A bot of two engines on one store, with what they write of drafts. */
async function watchedWrites(written: string[]) {
  const sound = memoryStorage();
  const storage: Storage = {
    ...sound,
    async exclusive(scope, program) {
      const ran = await sound.exclusive(scope, program);
      const { operations } = ran.decision;
      const [text, violations] = operations.filter((each) => each.do === 'splice');
      for (const each of operations) {
        if (each.do !== 'put' || each.kind !== 'draft') continue;
        const splices = { textSplices: text?.splices, bytes: text?.bytes, violationSplices: violations?.splices };
        written.push(JSON.stringify({ ...each.record, ...splices }));
      }
      return ran;
    },
  };
  const { acme } = engineFixture({ storage });
  const { acme: other } = engineFixture({ storage });
  return { acme, other, id: await newBot(acme) };
}

it('[DR45] an edit writes what it changes, and the findings that change', async () => {
  const written: string[] = [];
  const { acme, id } = await watchedWrites(written);
  const broken = Array.from({ length: 2_000 }, (_, n) => node(`b${n}`, 'chat', {}));
  expect((await acme.drafts.replace(id, diagramOf(broken))).violations.length).toBeGreaterThan(2_000);
  written.length = 0;
  for (const block of ['b7', 'b1999', 'b0']) {
    await acme.drafts.editBlock(id, block, { params: { text: 'Hello' } });
    await acme.drafts.editBlock(id, block, { left: 5 });
  }
  expect(written).toHaveLength(6);
  for (const json of written) expect(json.length).toBeLessThan(600);
  expect(new Set((await acme.drafts.get(id)).violations.map(({ blockId }) => blockId)).has('b7')).toBe(false);
});

it('[DR48] a diagram that is stored whole again is written as what differs, as long as that is shorter', async () => {
  const written: string[] = [];
  const { acme, id } = await watchedWrites(written);
  const diagram = (change: JsonObject) => ({ ...cleanDiagram(), padding, emoji: '😀', change });
  const texts: string[] = [];
  const save = async (change: JsonObject, caller = acme): Promise<string> => {
    const draft = await caller.drafts.replace(id, diagram(change));
    texts.unshift(draft.diagramJson);
    return written.at(-1) ?? '';
  };
  expect(await save({ text: '' })).toContain('"diagramJson"');
  for (const text of ['é', '😀', 'a', '😁', '']) {
    expect((await save({ text })).length).toBeLessThan(300);
    expect(JSON.parse(written.at(-1) ?? '')).toMatchObject({ bytes: Buffer.byteLength(texts[0] ?? '') });
  }
  expect(JSON.parse(await save({ text: '' }))).toMatchObject({ textSplices: [] });
  // The changes become longer than the text.
  expect(await save({ text: 'y'.repeat(4_500) })).toContain('"textSplices"');
  expect(await save({ text: 'z'.repeat(4_500) })).toContain('"textSplices"');
  expect(await save({ text: 'y'.repeat(4_500) })).toContain('"diagramJson"');
  expect(await save({ text: 'y' })).toContain('"textSplices"');

  const { items } = await acme.drafts.revisions(id, { page: 1, pageSize: 100 });
  expect(items.slice(0, texts.length - 1).map(({ diagramJson }) => diagramJson)).toEqual(texts.slice(1));
  expect((await acme.drafts.get(id)).diagramJson).toBe(texts[0]);
});

it('[DR48] a diagram is written whole by an engine that does not remember the state before, and while it is short', async () => {
  const written: string[] = [];
  const { acme, id, other } = await watchedWrites(written);
  for (const caller of [acme, other, acme]) {
    await caller.drafts.replace(id, { ...cleanDiagram(), padding });
    expect(written.at(-1)).toContain('"diagramJson"');
  }
  await acme.drafts.replace(id, cleanDiagram());
  for (const text of ['a', 'b']) {
    await acme.drafts.replace(id, { ...cleanDiagram(), text });
    expect(written.at(-1)).toContain('"diagramJson"');
  }
});

it('[DR45] the text of an edit is that of its revision, whenever it is read', async () => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  await acme.drafts.replace(id, { ...cleanDiagram(), padding });
  const [first, second] = [
    await acme.drafts.editBlock(id, 'welcome', { top: 1 }),
    await acme.drafts.editBlock(id, 'welcome', { top: 2 }),
  ];
  await acme.drafts.deleteBlock(id, 'welcome');
  expect([first, second].map(({ diagram }) => diagram.nodes['welcome'])).toMatchObject([{ top: 1 }, { top: 2 }]);
});
