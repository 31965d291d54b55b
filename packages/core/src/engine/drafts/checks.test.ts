import { describe, expect, it } from 'vitest';
import { brokenDiagram, cleanDiagram, diagramOf, linkingDiagram, node } from '../../../test/diagram-fixture.ts';
import { codeOf, engineFixture, newBot, principalOf, refusalOf, unknownId } from '../../../test/engine-fixture.ts';
import type { Diagram } from '../../domain/diagram/diagram.ts';
import type { Draft } from '../../domain/draft.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';
import { defineRule } from '../../domain/own-rules/own-rule.ts';
import type { CheckResult, Violation } from '../../domain/rules/violation.ts';
import type { AccountDirectory } from '../../ports/host-directories.ts';
import type { BrandEngine } from '../engine.ts';

const codes = ({ violations }: { readonly violations: readonly Violation[] }): readonly string[] =>
  violations.map(({ code }) => code);

describe('links', () => {
  it('[DR9][DR10][DR17] a uuid becomes the number, with family and name', async () => {
    const { acme } = engineFixture();
    const target = await acme.bots.create({ name: 'Target', channelFamily: 'apichat' });
    const id = await newBot(acme);
    const draft = await acme.drafts.replace(id, linkingDiagram(target.id.toUpperCase()));
    expect((draft.diagram.nodes['jump'] as JsonObject)['params']).toEqual({
      version: 3,
      bot: 1,
      bot_number: 1,
      bot_channel_family: 'apichat',
      bot_name: 'Target',
    });
    expect(codes(draft)).toEqual(['linked_bot_unpublished']);
  });

  it('[DR9] every block that links to an unknown bot is listed, and nothing is written', async () => {
    const { acme, engine } = engineFixture();
    const other = engine.as(principalOf({ brand: 'other' }));
    const foreign = await newBot(other);
    const id = await newBot(acme);
    const diagram: Diagram = diagramOf([
      node('a', 'bot_link', { bot: unknownId }),
      node('b', 'bot_link', { bot: id }),
      node('c', 'bot_link', { bot: foreign }),
    ]);
    const refusal = await refusalOf(acme.drafts.replace(id, diagram));
    expect([refusal.code, refusal.violations.map(({ code, blockId }) => [code, blockId])]).toEqual([
      'linked_bot_not_found',
      [
        ['linked_bot_not_found', 'a'],
        ['linked_bot_not_found', 'c'],
      ],
    ]);
    expect((await acme.drafts.get(id)).revision).toBe(1);
  });

  it('[DR9][DR10] a link to a bot in the trash is accepted, and reported as a violation', async () => {
    const { acme } = engineFixture();
    const target = await newBot(acme);
    const id = await newBot(acme);
    await acme.bots.trash(target);
    expect(codes(await acme.drafts.replace(id, linkingDiagram(target)))).toEqual(['linked_bot_unknown']);

    await acme.bots.update(target, { state: 'active' });
    expect(codes(await acme.drafts.validate(id))).toEqual(['linked_bot_unpublished']);
    await acme.drafts.replace(target, cleanDiagram());
    await acme.versions.publish(target);
    expect(codes(await acme.drafts.validate(id))).toEqual([]);
    await acme.bots.trash(target);
    await acme.bots.destroy(target);
    expect(codes(await acme.drafts.validate(id))).toEqual(['linked_bot_unknown']);
  });

  describe('to a bot of another workspace', () => {
    const hidden = async () => {
      const fixture = engineFixture();
      const both = fixture.engine.as(principalOf({ workspaces: [1, 2] }));
      const target = await both.bots.create({ name: 'Secret', channelFamily: 'native', workspace: 2 });
      await both.drafts.replace(target.id, cleanDiagram());
      await both.versions.publish(target.id);
      return { ...fixture, both, target, id: await newBot(fixture.acme) };
    };

    it.for<readonly [string, string, (caller: BrandEngine, id: string, bot: string) => Promise<unknown>]>([
      ['replacement', 'linked_bot_not_found', ({ drafts }, id, bot) => drafts.replace(id, linkingDiagram(bot))],
      [
        'change set',
        'linked_bot_not_found',
        ({ drafts }, id, bot) =>
          drafts.applyChangeSet(id, { blocks: { add: [{ id: 'jump', type: 'bot_link', params: { bot } }] } }),
      ],
      [
        'change set with another problem',
        'change_set_refused',
        ({ drafts }, id, bot) =>
          drafts.applyChangeSet(id, {
            blocks: { add: [{ id: 'jump', type: 'bot_link', params: { bot } }], update: [{ id: 'gone', top: 1 }] },
          }),
      ],
      [
        'addition of blocks',
        'linked_bot_not_found',
        ({ drafts }, id, bot) => drafts.addBlocks(id, { blocks: [{ id: 'jump', type: 'bot_link', params: { bot } }] }),
      ],
      [
        'edit of a block',
        'linked_bot_not_found',
        async ({ drafts }, id, bot) => {
          await drafts.addBlocks(id, { blocks: [{ id: 'jump', type: 'bot_link', params: {} }] });
          return drafts.editBlock(id, 'jump', { params: { bot } });
        },
      ],
      [
        'creation',
        'linked_bot_not_found',
        ({ bots }, _id, bot) => bots.create({ name: 'New', channelFamily: 'native', diagram: linkingDiagram(bot) }),
      ],
    ])('[DR9][DR41] by uuid, a %s is %s, as for one that does not exist', async ([, code, write]) => {
      const { acme, target, id } = await hidden();
      const refusal = await refusalOf(write(acme, id, target.id));
      expect([refusal.code, refusal.violations.filter((one) => one.code === 'linked_bot_not_found')]).toEqual([
        code,
        [expect.objectContaining({ blockId: 'jump', param: 'bot' })],
      ]);
      const { acme: again, id: other } = await hidden();
      const absent = await refusalOf(write(again, other, unknownId));
      expect([absent.code, absent.message, absent.violations]).toEqual([
        refusal.code,
        refusal.message,
        refusal.violations,
      ]);
      expect((await acme.bots.list()).total).toBe(1);
    });

    it('[DR9] validation reports it among the other violations', async () => {
      const { acme, target, id } = await hidden();
      expect(codes(await acme.drafts.validate(id, linkingDiagram(target.id)))).toEqual(['linked_bot_not_found']);
    });

    it('[DR10][DR41][RU46] by number, it is unknown, and the members that the client sent about it are preserved', async () => {
      const { acme, both, target, id } = await hidden();
      const diagram = linkingDiagram(target.number);
      expect(codes(await both.drafts.replace(id, diagram))).toEqual([]);
      expect(codes(await acme.drafts.validate(id))).toEqual(['linked_bot_unknown']);
      expect(await codeOf(acme.versions.publish(id))).toBe('draft_has_violations');
      expect(await codeOf(acme.drafts.deployTest(id))).toBe('draft_has_violations');
      await both.drafts.deployTest(id);
      await both.versions.publish(id);

      const params = { bot: target.number, bot_name: 'Guess', bot_number: 77, version: 3 };
      const known = await acme.drafts.editBlock(id, 'jump', { params });
      const absent = await acme.drafts.editBlock(id, 'jump', { params: { ...params, bot: 9_999 } });
      expect((known.diagram.nodes['jump'] as JsonObject)['params']).toEqual(params);
      const withoutNumber = (draft: CheckResult | Draft): string =>
        JSON.stringify(draft.violations).replaceAll(/bot \d+/g, '');
      expect(withoutNumber(known)).toBe(withoutNumber(absent));
    });

    it('[BO36][DR10][VE22] restoring, discarding and duplicating check with the bots that the caller can see', async () => {
      const { acme, both, target, id } = await hidden();
      await both.drafts.replace(id, linkingDiagram(target.number));
      await both.versions.publish(id);
      const [version] = (await both.versions.list(id)).items;
      const refusal = await refusalOf(acme.versions.restore(id, String(version?.id)));
      expect([refusal.code, codes(refusal)]).toEqual(['restored_draft_has_violations', ['linked_bot_unknown']]);
      expect(codes(await acme.drafts.discard(id))).toEqual(['linked_bot_unknown']);
      expect(codes(await both.drafts.discard(id))).toEqual([]);
      const copy = await acme.bots.duplicate({ botId: id });
      expect(codes(await acme.drafts.get(copy.id))).toEqual(['linked_bot_unknown']);
    });
  });
});

describe('accounts', () => {
  const sheet = (auth_id: string): JsonObject =>
    node(`sheet-${auth_id}`, 'scheduler', { auth_id, scheduling_url: 'https://example.com/x' });
  const withAccounts = (...ids: readonly string[]): Diagram => ({
    ...cleanDiagram(),
    nodes: { ...cleanDiagram().nodes, ...diagramOf(ids.map(sheet)).nodes },
  });
  const directory = (connected: readonly string[], asked: string[][] = []): AccountDirectory => ({
    async findConnected(brand, kind, ids) {
      asked.push([brand, kind, ...ids]);
      return new Set(kind === 'scheduler' ? connected : []);
    },
  });
  const failing: AccountDirectory = {
    findConnected: () => {
      throw new Error('secret: the directory is down');
    },
  };

  it('[DR11] without a directory nothing is connected', async () => {
    const { acme } = engineFixture();
    const id = await newBot(acme);
    const draft = await acme.drafts.replace(id, withAccounts('a'));
    expect(codes(draft)).toEqual(['account_unknown']);
    expect((await acme.versions.publish(id)).publishedBy).toBe(7);
    expect(await codeOf(acme.drafts.deployTest(id))).toBe('draft_has_violations');
  });

  it('[DR11] the directory is asked once about every account in the diagram', async () => {
    const asked: string[][] = [];
    const { acme } = engineFixture({ accounts: directory(['a', 'b', 'stranger'], asked) });
    const id = await newBot(acme);
    const draft = await acme.drafts.replace(id, withAccounts('a', 'b', 'c'));
    expect(draft.violations.map(({ code, blockId }) => [code, blockId])).toEqual([['account_unknown', 'sheet-c']]);
    expect(asked).toEqual([['acme', 'scheduler', 'a', 'b', 'c']]);

    const edited = await acme.drafts.editBlock(id, 'sheet-c', {
      params: { auth_id: 'b', scheduling_url: 'https://example.com/x' },
    });
    expect(codes(edited)).toEqual([]);
    expect(codes(await acme.drafts.validate(id))).toEqual([]);
    expect((await acme.drafts.deployTest(id)).revision).toBe(3);
    expect((await acme.versions.publish(id)).publishedBy).toBe(7);
  });

  it('[DR12][ER7] a directory that fails prevents only use-cases that depend on warnings, not writes and publications', async () => {
    const { acme } = engineFixture({ accounts: failing });
    const id = await newBot(acme);
    const draft = await acme.drafts.replace(id, withAccounts('a'));
    expect([draft.revision, draft.saveState]).toEqual([2, 'IS_PRESAVED']);
    const { id: first } = await acme.versions.publish(id);
    await acme.versions.restore(id, first);

    for (const attempt of [
      () => acme.drafts.validate(id),
      () => acme.drafts.deployTest(id),
      () => acme.bots.create({ name: 'x', channelFamily: 'native', diagram: withAccounts('a') }),
    ]) {
      const refusal = await refusalOf(attempt());
      expect([refusal.code, refusal.message.includes('secret')]).toEqual(['dependency_failed', false]);
      expect(refusal.cause).toEqual(new Error('secret: the directory is down'));
    }
    expect((await acme.bots.list()).total).toBe(1);
  });
});

describe('validation', () => {
  it('[DR27] checks the diagram given, or the stored one, and writes nothing', async () => {
    const { acme } = engineFixture();
    const id = await newBot(acme);
    await acme.drafts.replace(id, brokenDiagram());
    const before = await acme.drafts.get(id);
    expect(codes(await acme.drafts.validate(id))).toEqual(['start_connection']);
    expect(await acme.drafts.validate(id, cleanDiagram())).toEqual<CheckResult>({
      violations: [],
      total: 0,
      errors: 0,
    });
    expect(await acme.drafts.get(id)).toEqual(before);
    expect(await codeOf(acme.drafts.validate(id, null))).toBe('invalid_parameters diagram');
  });

  it('[DR27] a link to an unknown bot is one of the violations, in the order of the diagram', async () => {
    const { acme } = engineFixture();
    const id = await newBot(acme);
    const diagram = diagramOf([
      node('a', 'chat', {}),
      node('b', 'bot_link', { bot: unknownId }),
      node('c', 'chat', {}),
    ]);
    const check = await acme.drafts.validate(id, diagram);
    expect(check.violations.map(({ code, blockId }) => [code, blockId])).toEqual([
      ['start_connection', undefined],
      ['param_required', 'a'],
      ['linked_bot_not_found', 'b'],
      ['param_required', 'c'],
    ]);
    expect([check.total, check.errors]).toEqual([4, 4]);
  });

  it('[DR27][BO30] works on a bot in the trash', async () => {
    const { acme } = engineFixture();
    const id = await newBot(acme);
    await acme.bots.trash(id);
    expect(codes(await acme.drafts.validate(id))).toEqual(['start_connection']);
  });
});

it('[DR10] a block of the host’s own in a family of the host’s own is checked like any other', async () => {
  const { acme } = engineFixture({
    channelFamilies: ['kiosk'],
    blocks: [
      {
        name: 'print_ticket',
        template: 'kiosk_print',
        title: 'Print',
        description: 'Prints a ticket.',
        group: 'kiosk',
        placeable: true,
        canBeWelcome: true,
        waits: false,
        variants: [
          {
            selector: [],
            params: [
              {
                name: 'ticket',
                type: 'string',
                required: true,
                rules: { nonEmpty: true },
                description: 'What is printed.',
              },
            ],
            outputs: ['$success'],
            outputDerivations: [],
            requiredTier: 'business',
            channelRestriction: ['kiosk'],
          },
        ],
      },
    ],
  });
  const kiosk = await acme.bots.create({ name: 'Kiosk', channelFamily: 'kiosk' });
  const added = await acme.drafts.addBlocks(kiosk.id, { blocks: [{ id: 'bot_start', type: 'print_ticket' }] });
  expect(codes(added)).toEqual(['param_required']);
  await acme.drafts.editBlock(kiosk.id, 'bot_start', { params: { ticket: 'A1' } });
  await acme.versions.publish(kiosk.id);
  expect((await acme.bots.get(kiosk.id)).requiredTier).toBe('business');
  expect((await acme.catalog.list()).map(({ name }) => name)).toContain('print_ticket');

  const native = await newBot(acme);
  const elsewhere = await acme.drafts.addBlocks(native, {
    blocks: [{ id: 'welcome', type: 'print_ticket', params: { ticket: 'A1' } }],
  });
  expect(codes(elsewhere)).toEqual(['block_not_on_channel_family']);
});

describe('rules of a host', () => {
  const bye = defineRule({
    code: 'acme_bye',
    description: 'A bot says goodbye.',
    check: ({ blocks }, report) => {
      if (blocks.some(({ name }) => name === 'close_chat')) return;
      report({ block: 'welcome', param: 'text', message: 'Nobody says goodbye.', hint: 'Add close_chat.' });
    },
  });

  it('[RU59] guard the test deployment and publication, and are stored with the draft', async () => {
    const { acme } = engineFixture({ ownRules: [bye] });
    const id = await newBot(acme);
    const { violations } = await acme.drafts.replace(id, cleanDiagram());
    expect(violations).toEqual([
      {
        code: 'acme_bye',
        message: 'Nobody says goodbye.',
        blockId: 'welcome',
        param: 'text',
        pointer: '/nodes/welcome/params/text',
        severity: 'error',
        hint: 'Add close_chat.',
      },
    ]);
    expect(codes(await acme.drafts.get(id))).toEqual(['acme_bye']);
    expect(await codeOf(acme.versions.publish(id))).toBe('draft_has_violations');
    expect(await codeOf(acme.drafts.deployTest(id))).toBe('draft_has_violations');

    const good = cleanDiagram();
    await acme.drafts.replace(id, {
      ...good,
      nodes: { ...good.nodes, bye: node('bye', 'close', { text: 'Bye.' }) },
    });
    await acme.versions.publish(id);
  });

  it('[RU59] are run on a large diagram, too', async () => {
    const { acme } = engineFixture({ ownRules: [bye] });
    const id = await newBot(acme);
    const many = Array.from({ length: 3_000 }, (_, nth) => node(`n${nth}`, 'chat', { text: 'x'.repeat(400) }));
    const welcome = cleanDiagram().nodes['welcome'] as JsonObject;
    expect(codes(await acme.drafts.replace(id, diagramOf([welcome, ...many])))).toEqual(['acme_bye']);
  });

  it('[RU60] that cannot be used are refused by the engine', () => {
    expect(() => engineFixture({ ownRules: [bye, bye] })).toThrow('Two rules or lints have the code "acme_bye".');
  });
});
