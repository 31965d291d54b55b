import { deepEqual, equal } from 'node:assert/strict';
import {
  type BrandTransaction,
  type DraftChange,
  type DraftRecord,
  type HistoryBounds,
  type Storage,
  spliceList,
  spliceText,
} from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import { atOnce, botId, brand, firstPage, insertBot, keepAll, sampleDraft } from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

/** Drafts stored as changes. */
export const draftChangeCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'ST110',
    title: 'the head of a draft is the draft without its diagram and its violations',
    async run({ storage }) {
      equal(await storage.reader(brand).drafts.findHead(botId(1)), undefined);
      await storage.transaction(brand, async (tx) => {
        await insertBot(tx, 1);
        await tx.drafts.replace(sampleDraft(1, 2, { stateId: 'two', violations: [violation('a')] }), 1, keepAll);
        deepEqual(await tx.drafts.findHead(botId(1)), headOf(sampleDraft(1, 2, { stateId: 'two' })));
      });
      deepEqual(await storage.reader(brand).drafts.findHead(botId(1)), headOf(sampleDraft(1, 2, { stateId: 'two' })));

      await storage.transaction(brand, (tx) => tx.drafts.append(changeOf(3, { stateId: 'three' }), 2, keepAll));
      deepEqual(await storage.reader(brand).drafts.findHead(botId(1)), headOf(changeOf(3, { stateId: 'three' })));
    },
  },
  {
    rule: 'ST111',
    title: 'changes and whole texts in any order read alike, the present state and all past ones',
    async run({ storage }) {
      await storage.transaction(brand, (tx) => insertBot(tx, 1));
      const expected = [sampleDraft(1, 1)];
      for (const [index, step] of steps.entries()) {
        const [before, revision] = [expected.at(-1) as DraftRecord, index + 2];
        const next = nextOf(before, revision, step);
        expected.push(next);
        await storage.transaction(brand, async (tx) => {
          equal(await write(tx, before, next, step), 'replaced');
          deepEqual(await tx.drafts.find(botId(1)), next);
        });
        deepEqual(await storage.reader(brand).drafts.find(botId(1)), next);
        const past = expected.slice(0, -1).reverse().map(toRevision);
        const page = await storage.reader(brand).drafts.listRevisions(botId(1), firstPage);
        deepEqual(page, { items: past, total: past.length, ...firstPage });
        const second = await storage.reader(brand).drafts.listRevisions(botId(1), { page: 2, pageSize: 2 });
        deepEqual(second, { items: past.slice(2, 4), total: past.length, page: 2, pageSize: 2 });
      }
    },
  },
  {
    rule: 'ST111',
    title: 'of 32 concurrent changes of one revision exactly one is made; the others are stale and write nothing',
    async run({ storage }) {
      await storage.transaction(brand, (tx) => insertBot(tx, 1));
      for (const revision of [1, 2, 3]) {
        const outcomes = await atOnce(32, (writer) =>
          storage.transaction(brand, async (tx) => {
            await tx.drafts.findHead(botId(1));
            const change = changeOf(revision + 1, { textSplices: [[0, 0, `${writer} `]], editedBy: writer });
            return tx.drafts.append(change, revision, keepAll);
          }),
        );
        equal(outcomes.filter((outcome) => outcome === 'replaced').length, 1);
        equal(outcomes.filter((outcome) => outcome === 'stale').length, 31);
        const draft = await storage.reader(brand).drafts.find(botId(1));
        const winner = outcomes.indexOf('replaced');
        deepEqual([draft?.revision, draft?.editedBy], [revision + 1, winner]);
        equal(draft?.diagramJson.startsWith(`${winner} `), true);
        equal((await storage.reader(brand).drafts.listRevisions(botId(1), firstPage)).total, revision);
      }
      const stale = await storage.transaction(brand, (tx) => tx.drafts.append(changeOf(9), 3, keepAll));
      equal(stale, 'stale');
    },
  },
  {
    rule: 'ST111',
    title: 'a change that is rolled back leaves the text that there was',
    async run({ storage }) {
      await storage.transaction(brand, (tx) => insertBot(tx, 1));
      const undone = storage.transaction(brand, async (tx) => {
        await tx.drafts.append(changeOf(2, { textSplices: [[0, 1, 'gone']] }), 1, keepAll);
        throw new Error('refused');
      });
      await undone.catch(() => undefined);
      deepEqual(await storage.reader(brand).drafts.find(botId(1)), sampleDraft(1, 1));
      await storage.transaction(brand, (tx) => tx.drafts.append(changeOf(2), 1, keepAll));
      equal((await storage.reader(brand).drafts.find(botId(1)))?.diagramJson, sampleDraft(1, 1).diagramJson);
    },
  },
  {
    rule: 'ST29',
    title: 'of changes, too, the history never has more states than it may, and each has its text',
    async run({ storage }) {
      await storage.transaction(brand, (tx) => insertBot(tx, 1));
      const texts = [sampleDraft(1, 1).diagramJson];
      for (const [revision, maxRevisions, kept] of [
        [2, 3, [1]],
        [3, 3, [2, 1]],
        [4, 3, [3, 2, 1]],
        [5, 3, [4, 3, 2]],
        [6, 2, [5, 4]],
        [7, 0, []],
        [8, 5, [7]],
        [9, 5, [8, 7]],
      ] as const) {
        const splice = [0, 0, `${revision} `] as const;
        texts.push(spliceText(texts.at(-1) ?? '', [splice]));
        await append(storage, changeOf(revision, { textSplices: [splice] }), { ...keepAll, maxRevisions });
        const page = await storage.reader(brand).drafts.listRevisions(botId(1), firstPage);
        equal(page.total, kept.length);
        deepEqual(
          page.items.map((item) => [item.revision, item.diagramJson]),
          kept.map((number) => [number, texts[number - 1]]),
        );
        equal((await storage.reader(brand).drafts.find(botId(1)))?.diagramJson, texts[revision - 1]);
      }
    },
  },
  {
    rule: 'ST30',
    title: 'changes count as the bytes of the whole text that they make',
    async run({ storage }) {
      await storage.transaction(brand, (tx) => insertBot(tx, 1));
      const bounds = { maxRevisions: 1_000, maxBytes: 100 };
      const revisions = async () => {
        const page = await storage.reader(brand).drafts.listRevisions(botId(1), firstPage);
        return page.items.map(({ revision }) => revision);
      };
      const whole = sampleDraft(1, 2, { diagramJson: `"${'x'.repeat(38)}"` });
      await storage.transaction(brand, (tx) => tx.drafts.replace(whole, 1, { ...bounds, maxBytes: 0 }));
      deepEqual(await revisions(), []);
      for (const [revision, kept] of [
        [3, [2]],
        [4, [3, 2]],
        [5, [4, 3]],
        [6, [5, 4]],
      ] as const) {
        await append(storage, changeOf(revision, { textSplices: [[1, 1, 'y']], bytes: 40 }), bounds);
        deepEqual(await revisions(), kept);
      }
      await append(storage, changeOf(7, { textSplices: [[1, 0, 'z'.repeat(80)]], bytes: 120 }), bounds);
      deepEqual(await revisions(), [6, 5]);
      await append(storage, changeOf(8, { textSplices: [[1, 80, '']], bytes: 40 }), bounds);
      deepEqual(await revisions(), []);
      equal((await storage.reader(brand).drafts.find(botId(1)))?.diagramJson, `"y${'x'.repeat(37)}"`);
    },
  },
];

type Step = Partial<Pick<DraftChange, 'textSplices' | 'violationSplices'>> & { readonly whole?: true };

/**
 * Each change makes the next state from the previous one. The first state is
 * `{"nodes":{},"connections":{},"revision":1}`.
 */
const steps: readonly Step[] = [
  { textSplices: [[10, 0, '"\u{1f916}é€":1']] },
  {
    textSplices: [
      [0, 1, ' {'],
      [3, 2, 'NO'],
    ],
    violationSplices: [[0, 0, [violation('a'), violation('b')]]],
  },
  {},
  { violationSplices: [[1, 1, [violation('c'), violation('\ud800')]]] },
  { whole: true },
  {
    textSplices: [
      [0, 0, '\n'],
      [1, 3, ''],
    ],
    violationSplices: [[0, 1, []]],
  },
  { textSplices: [[0, 0, 'x'.repeat(70_000)]] },
  {
    textSplices: [
      [70_000, 4, ''],
      [10, 69_000, '\u2028'],
    ],
  },
  { whole: true },
  { whole: true },
  { textSplices: [[0, 5, '']], violationSplices: [[0, 2, []]] },
];

function violation(blockId: string): DraftRecord['violations'][number] {
  return { code: 'param_required', message: 'is required', blockId, pointer: '', severity: 'error' };
}

function nextOf(before: DraftRecord, revision: number, { textSplices = [], violationSplices = [] }: Step): DraftRecord {
  return {
    ...before,
    revision,
    stateId: `state ${revision}`,
    diagramJson: spliceText(before.diagramJson, textSplices),
    violations: spliceList(before.violations, violationSplices),
    violationsTotal: 100 + revision,
    editedAt: 5_000 + revision,
    editedBy: revision,
  };
}

function write(tx: BrandTransaction, before: DraftRecord, next: DraftRecord, step: Step) {
  if (step.whole === true) return tx.drafts.replace(next, before.revision, keepAll);
  const { diagramJson, violations: _, ...head } = next;
  const { textSplices = [], violationSplices = [] } = step;
  const bytes = Buffer.byteLength(diagramJson);
  return tx.drafts.append({ ...head, textSplices, violationSplices, bytes }, before.revision, keepAll);
}

function changeOf(revision: number, members: Partial<DraftChange> = {}): DraftChange {
  const { diagramJson, violations: _, ...head } = sampleDraft(1, revision);
  return { ...head, textSplices: [], violationSplices: [], bytes: Buffer.byteLength(diagramJson), ...members };
}

async function append(storage: Storage, change: DraftChange, keep: HistoryBounds): Promise<void> {
  const outcome = await storage.transaction(brand, (tx) => tx.drafts.append(change, change.revision - 1, keep));
  equal(outcome, 'replaced');
}

function headOf(draft: DraftRecord | DraftChange): unknown {
  const { botId, revision, stateId, violationsTotal, editedAt, editedBy } = draft;
  return { botId, revision, ...(stateId !== undefined && { stateId }), violationsTotal, editedAt, editedBy };
}

function toRevision({ revision, diagramJson, editedAt, editedBy }: DraftRecord): unknown {
  return { revision, diagramJson, editedAt, editedBy };
}
