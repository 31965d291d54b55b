import { type BrandEngine, createEngine, isEngineError, permissions } from '@botwright/core';
import { describe, expect, it } from 'vitest';
import { openStore, storeNames } from '../support/stores.ts';
import { diagramOf } from './diagrams.ts';

const writers = 32;

type Write = (caller: BrandEngine, botId: string, writer: number) => Promise<unknown>;

const writes: readonly (readonly [string, Write])[] = [
  ['replacements', (caller, id, writer) => caller.drafts.replace(id, diagramOf('clean', writer), { ifRevision: 2 })],
  [
    'change sets',
    (caller, id, writer) =>
      caller.drafts.applyChangeSet(id, { blocks: { update: [{ id: 'welcome', top: writer }] } }, { ifRevision: 2 }),
  ],
  [
    'additions',
    (caller, id, writer) =>
      caller.drafts.addBlocks(id, { blocks: [{ type: 'send_text', top: writer }] }, { ifRevision: 2 }),
  ],
  [
    'writes of every kind',
    (caller, id, writer) => {
      const options = { ifRevision: 2 };
      if (writer % 4 === 0) return caller.drafts.replace(id, diagramOf('clean', writer), options);
      if (writer % 4 === 1) return caller.drafts.editBlock(id, 'welcome', { top: writer }, options);
      if (writer % 4 === 2) return caller.drafts.deleteBlock(id, 'welcome', options);
      return caller.drafts.addBlocks(id, { blocks: [{ type: 'send_text' }] }, options);
    },
  ],
];

describe.for(storeNames)('on %s', (store) => {
  it.for(writes)('[DR15][DR16] of 32 parallel %s that name one revision exactly one wins', async ([, write]) => {
    const caller = createEngine({ storage: (await openStore(store)).storage }).as(acme);
    const { id } = await caller.bots.create({ name: 'Sales', channelFamily: 'native' });
    await caller.drafts.replace(id, diagramOf('clean', 99));

    const outcomes = await Promise.all(
      Array.from({ length: writers }, (_, writer) => write(caller, id, writer).then(() => 'written', codeOf)),
    );
    const { revision, diagram } = await caller.drafts.get(id);
    expect(revision).toBe(3);
    // That a block is not there is said first, so a deletion that wins shows in the refusals.
    const refusals = 'welcome' in diagram.nodes ? ['draft_changed'] : ['draft_changed', 'block_not_found'];
    expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1);
    expect(outcomes.filter((outcome) => !['written', ...refusals].includes(outcome))).toEqual([]);
    expect((await caller.drafts.revisions(id)).total).toBe(2);
  });

  it('[DR13] without a revision all 32 are carried out, one after another', async () => {
    const caller = createEngine({ storage: (await openStore(store)).storage }).as(acme);
    const { id } = await caller.bots.create({ name: 'Sales', channelFamily: 'native' });
    const drafts = await Promise.all(
      Array.from({ length: writers }, () => caller.drafts.addBlocks(id, { blocks: [{ type: 'send_text' }] })),
    );
    const revisions = drafts.map(({ revision }) => revision).toSorted((a, b) => a - b);
    expect(revisions).toEqual(Array.from({ length: writers }, (_, index) => index + 2));
    expect(Object.keys((await caller.drafts.get(id)).diagram.nodes)).toHaveLength(writers + 1);
  });

  it('[VE17] 32 parallel publications are put in order, and the last is live', async () => {
    const caller = createEngine({ storage: (await openStore(store)).storage }).as(acme);
    const { id } = await caller.bots.create({ name: 'Sales', channelFamily: 'native' });
    await caller.drafts.replace(id, diagramOf('clean', 1));
    const published = await Promise.all(Array.from({ length: writers }, () => caller.versions.publish(id)));

    const ids = published
      .map((publication) => publication.id)
      .toSorted()
      .toReversed();
    const listed = await caller.versions.list(id, { pageSize: 100 });
    expect(listed.items.map((version) => version.id)).toEqual(ids);
    expect((await caller.bots.live(id))?.id).toBe(ids[0]);
  });
});

const acme = { brand: 'acme', person: 7, workspaces: [1], permissions } as const;

function codeOf(error: unknown): string {
  return isEngineError(error) ? error.code : String(error);
}
