import { deepEqual, equal } from 'node:assert/strict';
import {
  type ListAnswer,
  type RecordStore,
  type Request,
  type Stored,
  spliceList,
  spliceText,
} from '@botwright/core/ports';
import { casesNeeding, casesOf } from '../contract.ts';
import { randomNumbers } from './random-numbers.ts';
import type { Book, Review } from './sample-kinds.ts';
import {
  ask,
  atOnce,
  book,
  brand,
  commit,
  find,
  newVersion,
  put,
  putBook,
  putNote,
  recordOf,
  remove,
  review,
  reviewsOf,
  store,
  trimNotes,
} from './samples.ts';

const at = { kind: 'book', key: [1], field: 'text' } as const;

/** `splices` within a text or list of this length, each of which fits after the ones before. */
function splicesAtRandom<T extends { readonly length: number }>(
  random: (below: number) => number,
  length: number,
  added: (length: number) => T,
): readonly (readonly [number, number, T])[] {
  let now = length;
  return Array.from({ length: 1 + random(3) }, () => {
    const at = random(now + 1);
    const removed = random(Math.min(4, now - at + 1));
    const part = added(random(4));
    now += part.length - removed;
    return [at, removed, part];
  });
}

const pick = ({ text, reviews }: Book) => ({ text, reviews });
/** The same with usual prototypes. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const allBooks: Request = {
  do: 'list',
  kind: 'book',
  list: 'books',
  within: [],
  where: {},
  order: 'number',
  offset: 0,
};

async function textsOf(records: RecordStore, of = 1): Promise<readonly string[]> {
  const { items } = await ask<{ items: Stored<{ text: string }>[] }>(records, {
    do: 'list',
    kind: 'note',
    list: 'ofBook',
    within: [of],
    where: {},
    order: 'newest',
    offset: 0,
  });
  return items.map(({ record }) => record.text);
}

const always = casesOf({
  async '[RS50] a request for heads leaves out the documents'({ storage: records }) {
    await store(records, [putBook(1, { text: 'long' })]);
    const head = await ask<Stored>(records, { do: 'get', kind: 'book', key: [1], heads: true });
    deepEqual(JSON.parse(JSON.stringify(head.record)), book(1));
    deepEqual(await recordOf(records, 'book', [1]), book(1, { text: 'long' }));
  },
  async '[RS50] heads leave out lists, also in lists of records and in searches by an index'({ storage: records }) {
    const full = book(1, { isbn: 'x', text: 'long', reviews: [review('a')] });
    await store(records, [put('book', full, 'one')]);
    const [listed, found, whole] = (await records.read(brand, [
      { ...allBooks, heads: true } as Request,
      { do: 'find', kind: 'book', index: 'isbn', values: ['x'], heads: true },
      allBooks,
    ])) as [ListAnswer, Stored, ListAnswer];
    const head = { record: book(1, { isbn: 'x' }), version: 'one' };
    deepEqual(plain([listed, found, whole]), [
      { items: [head], total: 1 },
      head,
      { items: [{ record: full, version: 'one' }], total: 1 },
    ]);
  },
  async '[RS51] a put without a list leaves the list that is stored, and a new record has none'({ storage: records }) {
    await store(records, [putBook(1, { reviews: [review('a')] }), putBook(2)]);
    await store(records, [putBook(1, { title: 'Next' })]);
    deepEqual(await recordOf(records, 'book', [1]), book(1, { title: 'Next', reviews: [review('a')] }));
    deepEqual(await recordOf(records, 'book', [2]), book(2));
    await store(records, [putBook(1, { reviews: [] })]);
    deepEqual(await recordOf(records, 'book', [1]), book(1, { reviews: [] }));
    await store(records, [remove('book', 1), putBook(1)]);
    deepEqual(await recordOf(records, 'book', [1]), book(1));
  },
  async '[RS51] a put without a document leaves the document that is stored'({ storage: records }) {
    await store(records, [putBook(1, { text: 'long' })]);
    await store(records, [putBook(1, { title: 'Next' })]);
    deepEqual(await recordOf(records, 'book', [1]), book(1, { title: 'Next', text: 'long' }));
    await store(records, [putBook(1, { text: '' })]);
    deepEqual(await recordOf(records, 'book', [1]), book(1, { text: '' }));
  },
});

const text = casesNeeding('text', {
  async '[RS52] splices change a document one after the other, in UTF-16 units'({ storage: records }) {
    await store(records, [putBook(1, { text: 'ab\u{1f600}cd' }, 'one')]);
    await store(records, [
      putBook(1, { title: 'Next' }, 'two'),
      {
        do: 'splice',
        at,
        splices: [
          [0, 1, 'xyz'],
          [6, 2, ''],
          [6, 0, '\u00e9'],
        ],
      },
    ]);
    equal((await recordOf(records, 'book', [1])).text, 'xyzb\u{1f600}\u00e9');
    equal((await find(records, 'book', [1]))?.version, 'two');
    equal(await commit(records, [{ do: 'splice', at: { ...at, key: [9] }, splices: [[0, 0, 'x']] }]), 'conflict');
  },
  async '[RS52] splices change a list one after the other'({ storage: records }) {
    await store(records, [putBook(1, { reviews: ['a', 'b', 'c', 'd'].map(review) }, 'one')]);
    await store(records, [
      {
        do: 'splice',
        at: reviewsOf(1),
        splices: [
          [0, 1, [review('x'), review('\u{1f916}')]],
          [3, 2, []],
          [3, 0, [review('')]],
        ],
      },
      putBook(1, { price: 2 }, 'two'),
    ]);
    deepEqual(
      await recordOf(records, 'book', [1]),
      book(1, { price: 2, reviews: ['x', '\u{1f916}', 'b', ''].map(review) }),
    );
    equal((await find(records, 'book', [1]))?.version, 'two');
    equal(await commit(records, [{ do: 'splice', at: reviewsOf(9), splices: [[0, 0, [review('x')]]] }]), 'conflict');
  },
  async '[RS52] splices of many batches read like the whole document and the whole list, between puts of either'({
    storage: records,
  }) {
    const random = randomNumbers(20_261_127);
    let [text, reviews]: [string, readonly Review[]] = ['', []];
    await store(records, [putBook(1, { text, reviews })]);
    for (let round = 0; round < 150; round += 1) {
      if (round % 40 === 39) {
        text = `whole ${round}`;
        await store(records, [putBook(1, { text })]);
      } else {
        const textSplices = splicesAtRandom(random, text.length, (index) => 'aé"\\'.repeat(index) + round);
        const splices = splicesAtRandom(random, reviews.length, (index) =>
          Array.from({ length: index }, (_, item) => review(`${round}.${item}`)),
        );
        const bytes = Buffer.byteLength(spliceText(text, textSplices));
        await store(records, [
          { do: 'splice', at, splices: textSplices, bytes },
          { do: 'splice', at: reviewsOf(1), splices },
          putBook(1, { price: round }),
        ]);
        [text, reviews] = [spliceText(text, textSplices), spliceList(reviews, splices)];
      }
      if (round % 7 === 0) deepEqual(pick(await recordOf(records, 'book', [1])), { text, reviews });
    }
    deepEqual(pick(await recordOf(records, 'book', [1])), { text, reviews });
    const { items } = await ask<ListAnswer>(records, allBooks);
    deepEqual(pick(plain(items[0]?.record) as Book), { text, reviews });
  },
  async '[RS52] splices of a batch that conflicts change nothing, and of concurrent ones on one version one is made'({
    storage: records,
  }) {
    await store(records, [putBook(1, { text: '|', reviews: [review('a')] }, 'here')]);
    const condition = { kind: 'book', key: [1], version: 'here' } as const;
    const outcomes = await atOnce(12, async (index) => {
      const operations = [
        { do: 'splice', at, splices: [[0, 0, `${index}`]], bytes: 1 + `${index}`.length },
        { do: 'splice', at: reviewsOf(1), splices: [[0, 1, [review(`${index}`)]]] },
        putBook(1, { price: index }),
      ] as const;
      return (await records.commit(brand, { conditions: [condition], operations })).kind;
    });
    equal(outcomes.filter((outcome) => outcome === 'committed').length, 1);
    const winner = outcomes.indexOf('committed');
    deepEqual(
      await recordOf(records, 'book', [1]),
      book(1, { price: winner, text: `${winner}|`, reviews: [review(`${winner}`)] }),
    );
  },
  async '[RS53] a copy has the document as its splices and puts left it, and later ones change the copy no more'({
    storage: records,
  }) {
    const copied = (line: number) =>
      ({ do: 'copy', from: at, kind: 'note', record: { book: 1, line }, version: newVersion() }) as const;
    await store(records, [putBook(1, { text: 'one' })]);
    const texts = ['one'];
    for (let line = 1; line <= 6; line += 1) {
      const text = spliceText(texts.at(-1) ?? '', [[0, 1, `${line}`]]);
      texts.push(text);
      const change =
        line === 4
          ? putBook(1, { text })
          : ({ do: 'splice', at, splices: [[0, 1, `${line}`]], bytes: Buffer.byteLength(text) } as const);
      await store(records, [copied(line), change]);
    }
    const notes = await textsOf(records);
    deepEqual(notes.toReversed(), texts.slice(0, -1));
    await store(records, [copied(2)]);
    equal((await recordOf(records, 'note', [1, 2])).text, texts.at(-1));
    equal(await commit(records, [{ ...copied(9), from: { ...at, key: [9] } }]), 'conflict');
    equal(await commit(records, [{ ...copied(9), record: { book: 9, line: 9 } }]), 'conflict');
  },
  async '[RS53] a copy has the document as it was before the batch'({ storage: records }) {
    await store(records, [putBook(1, { text: 'before' })]);
    await store(records, [
      { do: 'copy', from: at, kind: 'note', record: { book: 1, line: 1 }, version: newVersion() },
      { do: 'splice', at, splices: [[0, 6, 'after']] },
    ]);
    deepEqual(await recordOf(records, 'note', [1, 1]), { book: 1, line: 1, text: 'before' });
    equal((await recordOf(records, 'book', [1])).text, 'after');
  },
  async '[RS54] a trim counts documents by their bytes after splices, and trims one list alone'({ storage: records }) {
    const note = (of: number, line: number) => putNote(of, line, 'x');
    await store(records, [putBook(1), putBook(2), ...[1, 2, 3].flatMap((line) => [note(1, line), note(2, line)])]);
    const longer = { do: 'splice', at: { kind: 'note', key: [1, 2], field: 'text' }, bytes: 21 } as const;
    await store(records, [{ ...longer, splices: [[0, 0, 'é'.repeat(10)]] }, note(1, 4), trimNotes(9, 22)]);
    deepEqual(await textsOf(records), ['x', 'x']);
    deepEqual(await textsOf(records, 2), ['x', 'x', 'x']);
  },
  async '[RS54] a trimmed list has no more records and bytes than its bounds'({ storage: records }) {
    const note = (line: number) => putNote(1, line, 'é'.repeat(line));
    await store(records, [putBook(1), ...[1, 2, 3, 4, 5].map(note)]);
    const trim = (count: number, most: number) => store(records, [trimNotes(count, most)]);
    await trim(4, 1_000);
    deepEqual(
      (await textsOf(records)).map(({ length }) => length),
      [5, 4, 3, 2],
    );
    await trim(4, 18);
    deepEqual(
      (await textsOf(records)).map(({ length }) => length),
      [5, 4],
    );
    await trim(4, 1);
    deepEqual(await textsOf(records), []);
  },
});

/** Documents: left out of a read and a write, and changed in parts. */
export const documentCases = [...always, ...text];
