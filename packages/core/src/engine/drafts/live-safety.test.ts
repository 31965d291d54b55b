import { expect, it } from 'vitest';
import { brokenDiagram, cleanDiagram, connection } from '../../../test/diagram-fixture.ts';
import { codeOf, engineFixture, newBot } from '../../../test/engine-fixture.ts';
import { stagedDeployer } from '../../../test/staged-deployer.ts';
import type { BrandEngine } from '../engine.ts';

const writes: readonly (readonly [string, (acme: BrandEngine, id: string) => Promise<unknown>])[] = [
  ['a replacement', (acme, id) => acme.drafts.replace(id, cleanDiagram('Other?'))],
  ['a replacement that breaks rules', (acme, id) => acme.drafts.replace(id, brokenDiagram())],
  ['a refused replacement', (acme, id) => acme.drafts.replace(id, 5)],
  ['a stale replacement', (acme, id) => acme.drafts.replace(id, brokenDiagram(), { ifRevision: 1 })],
  ['a change set', (acme, id) => acme.drafts.applyChangeSet(id, { blocks: { delete: ['welcome'] } })],
  [
    'a refused change set',
    (acme, id) => acme.drafts.applyChangeSet(id, { blocks: { update: [{ id: 'absent', top: 1 }] } }),
  ],
  ['added blocks', (acme, id) => acme.drafts.addBlocks(id, { blocks: [{ type: 'send_text' }] })],
  ['an edited block', (acme, id) => acme.drafts.editBlock(id, 'welcome', { params: { text: 'Other?' } })],
  ['a deleted block', (acme, id) => acme.drafts.deleteBlock(id, 'welcome')],
  ['a discarded draft', (acme, id) => acme.drafts.discard(id)],
  ['a validation', (acme, id) => acme.drafts.validate(id, brokenDiagram())],
  ['a test deployment', (acme, id) => acme.drafts.deployTest(id)],
  ['a rename', (acme, id) => acme.bots.update(id, { name: 'Other' })],
  ['a feedback configuration', (acme, id) => acme.feedback.put(id, { enabled: true })],
  ['a duplicate', (acme, id) => acme.bots.duplicate({ botId: id })],
  [
    'a refused restoration',
    async (acme, id) => {
      const target = await newBot(acme);
      await acme.drafts.applyChangeSet(id, {
        blocks: { add: [{ id: 'jump', type: 'bot_link', params: { bot: target } }] },
        connections: { add: [{ sourcePath: 'welcome', type: '$success', targetPath: 'jump' }] },
      });
      const { id: linking } = await acme.versions.publish(id);
      await acme.drafts.replace(id, cleanDiagram('Live?'));
      await acme.versions.publish(id);
      await acme.bots.trash(target);
      const live = await acme.bots.live(id);
      expect(await codeOf(acme.versions.restore(id, linking))).toBe('restored_draft_has_violations');
      expect(await acme.bots.live(id)).toEqual(live);
    },
  ],
];

it.for(writes)('[DR1] %s does not change the live version', async ([title, write]) => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  await acme.drafts.replace(id, cleanDiagram('Live?'));
  await acme.versions.publish(id);
  const [live, versions] = [await acme.bots.live(id), await acme.versions.list(id)];
  await write(acme, id).catch(() => {});
  expect((await acme.bots.live(id))?.diagram).toEqual(cleanDiagram('Live?'));
  if (title === 'a refused restoration') return;
  expect([await acme.bots.live(id), await acme.versions.list(id)]).toEqual([live, versions]);
});

it('[DR1] before the first publication none of them makes a version live', async () => {
  for (const [title, write] of writes) {
    if (title === 'a refused restoration') continue;
    const { acme } = engineFixture();
    const id = await newBot(acme);
    await acme.drafts.replace(id, cleanDiagram());
    await write(acme, id).catch(() => {});
    expect([await acme.bots.live(id), (await acme.versions.list(id)).total]).toEqual([undefined, 0]);
  }
});

it('[DR1][VE14] writes during the preparation of a publication do not change what is published', async () => {
  const channelDeployer = stagedDeployer();
  const { acme } = engineFixture({ channelDeployer });
  const id = await newBot(acme);
  await acme.drafts.replace(id, cleanDiagram('Live?'));
  channelDeployer.during(async () => {
    await acme.drafts.addBlocks(id, {
      blocks: [{ id: 'more', type: 'send_text' }],
      connections: [{ sourcePath: 'welcome', targetPath: 'more', type: '$success' }],
    });
    expect((await acme.drafts.deleteBlock(id, 'welcome')).removedConnections).toEqual([
      connection('welcome', '$success', 'more'),
    ]);
    await acme.drafts.replace(id, brokenDiagram());
  });
  await acme.versions.publish(id);
  expect((await acme.bots.live(id))?.diagram).toEqual(cleanDiagram('Live?'));
});

it.for([0, 1, 2, 3, 4, 5, 6, 7])(
  '[BO31][DR6] a concurrent draft write and destruction, started %i turns apart',
  async (turns) => {
    const { acme } = engineFixture();
    const id = await newBot(acme);
    const ending = acme.bots.trash(id).then(() => acme.bots.destroy(id));
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    const writing = acme.drafts.replace(id, cleanDiagram()).then(
      ({ revision }) => revision,
      (error) => error.code,
    );
    await ending;
    expect([2, 'bot_not_found']).toContain(await writing);
    expect(await codeOf(acme.drafts.get(id))).toBe('bot_not_found');
  },
);
