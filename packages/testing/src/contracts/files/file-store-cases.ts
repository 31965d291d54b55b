import assert from 'node:assert/strict';
import type { FileOwner, FileStore, NewFile, ReadableFile } from '@botwright/core/ports';

/** One promise of a store of files, as data. */
export interface FileStoreCase {
  /** Id of the rule in `docs/spec`. */
  readonly rule: string;
  readonly title: string;
  /** @param store - Fresh and empty. */
  run(store: FileStore): Promise<void>;
}

const ann: FileOwner = { brand: 'acme', customer: 1 };

/** An id that is not a word of another one. */
function idOf(nth: number): string {
  return `${'A-_z'.repeat(10)}${String(nth).padStart(3, '0')}`;
}

function fileOf(nth: number, owner: FileOwner = ann, more: Partial<NewFile> = {}): NewFile {
  return { ...owner, id: idOf(nth), name: `Über ${nth}.png`, type: 'image/png', ...more };
}

async function* piecesOf(...pieces: readonly (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Error) throw piece;
    yield new TextEncoder().encode(piece);
  }
}

async function textOf(file: ReadableFile | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of file.content()) text += decoder.decode(piece, { stream: true });
  return text;
}

async function ownersOf(store: FileStore, limit: number): Promise<readonly string[]> {
  const all: string[] = [];
  let after: string | undefined;
  do {
    const page = await store.listOwners(after, limit);
    assert.ok(page.owners.length <= limit);
    all.push(...page.owners.map(({ brand, customer }) => `${brand} ${customer}`));
    after = page.next;
  } while (after !== undefined);
  return [...new Set(all)].sort();
}

export const fileStoreCases: readonly FileStoreCase[] = [
  {
    rule: 'FS10',
    title: 'a stored file is read back with everything that was put',
    async run(store) {
      const file = fileOf(1, { brand: 'Ä/../"b"\n', customer: 12 });
      assert.deepEqual(await store.put(file, piecesOf('{"a":\n', '', 'é')), { ...file, bytes: 8 });
      const { content: _, ...found } = (await store.open(file.id)) as ReadableFile;
      assert.deepEqual(found, { ...file, bytes: 8 });
      for (let time = 0; time < 2; time += 1) assert.equal(await textOf(await store.open(file.id)), '{"a":\né');
    },
  },
  {
    rule: 'FS10',
    title: 'an empty file, and one of many pieces, are read back',
    async run(store) {
      await store.put(fileOf(1), piecesOf());
      assert.equal(await textOf(await store.open(idOf(1))), '');
      const pieces = Array.from({ length: 50 }, (_, nth) => `${nth} `.repeat(5_000));
      const { bytes } = await store.put(fileOf(2), piecesOf(...pieces));
      assert.equal(bytes, pieces.join('').length);
      assert.equal(await textOf(await store.open(idOf(2))), pieces.join(''));
    },
  },
  {
    rule: 'FS10',
    title: 'nothing is found by another id, whatever it is',
    async run(store) {
      await store.put(fileOf(1), piecesOf('a'));
      const others = [
        '',
        '.',
        '..',
        '../..',
        `../${idOf(1)}`,
        idOf(2),
        idOf(1).toLowerCase(),
        `${idOf(1)}\0`,
        'x'.repeat(5_000),
      ];
      for (const id of others) assert.equal(await store.open(id), undefined);
    },
  },
  {
    rule: 'FS10',
    title: 'an iteration that is left early can begin again',
    async run(store) {
      await store.put(fileOf(1), piecesOf('a'.repeat(300_000)));
      for await (const piece of (await store.open(idOf(1)))?.content() ?? []) {
        assert.ok(piece.byteLength > 0);
        break;
      }
      assert.equal((await textOf(await store.open(idOf(1))))?.length, 300_000);
    },
  },
  {
    rule: 'FS11',
    title: 'when the content fails its error is passed on, and nothing is stored',
    async run(store) {
      const fault = new Error('The client is gone.');
      await assert.rejects(store.put(fileOf(1), piecesOf('abc', fault)), fault);
      assert.equal(await store.open(idOf(1)), undefined);
      await store.put(fileOf(1), piecesOf('again'));
      assert.equal(await textOf(await store.open(idOf(1))), 'again');
    },
  },
  {
    rule: 'FS11',
    title: 'a file is not found before all of it is there',
    async run(store) {
      const { promise: goOn, resolve } = Promise.withResolvers<void>();
      const putting = store.put(
        fileOf(1),
        (async function* () {
          yield* piecesOf('a');
          await goOn;
          yield* piecesOf('b');
        })(),
      );
      assert.equal(await store.open(idOf(1)), undefined);
      resolve();
      await putting;
      assert.equal(await textOf(await store.open(idOf(1))), 'ab');
    },
  },
  {
    rule: 'FS12',
    title: 'erasing removes the files of one customer of one brand',
    async run(store) {
      const others: readonly FileOwner[] = [
        { brand: 'acme', customer: 11 },
        { brand: 'acme2', customer: 1 },
      ];
      await store.put(fileOf(1), piecesOf('a'));
      await store.put(fileOf(2), piecesOf('b'));
      for (const [nth, owner] of others.entries()) await store.put(fileOf(3 + nth, owner), piecesOf('c'));
      await store.erase(ann);
      await store.erase(ann);
      await store.erase({ brand: 'nobody', customer: 1 });
      const texts = await Promise.all([1, 2, 3, 4].map(async (nth) => textOf(await store.open(idOf(nth)))));
      assert.deepEqual(texts, [undefined, undefined, 'c', 'c']);
      assert.deepEqual(await ownersOf(store, 10), ['acme 11', 'acme2 1']);
    },
  },
  {
    rule: 'FS12',
    title: 'a file that is put while its owner is erased is there whole, or not at all',
    async run(store) {
      for (let nth = 0; nth < 20; nth += 1) {
        const putting = store.put(fileOf(nth), piecesOf('whole')).catch(() => undefined);
        await store.erase(ann);
        const stored = await putting;
        assert.ok([undefined, 'whole'].includes(await textOf(await store.open(idOf(nth)).catch(() => undefined))));
        if (stored === undefined) assert.equal(await store.open(idOf(nth)), undefined);
      }
      await store.erase(ann);
      assert.deepEqual(await ownersOf(store, 10), []);
    },
  },
  {
    rule: 'FS12',
    title: 'a pass over the owners, in parts of any length, has each of them',
    async run(store) {
      const owners = ['acme', 'b', 'ä'].flatMap((brand) => [1, 2, 10].map((customer) => ({ brand, customer })));
      for (const [nth, owner] of owners.entries()) await store.put(fileOf(nth, owner), piecesOf('a'));
      const expected = owners.map(({ brand, customer }) => `${brand} ${customer}`).sort();
      for (const limit of [1, 2, 3, 100]) assert.deepEqual(await ownersOf(store, limit), expected);
    },
  },
];
