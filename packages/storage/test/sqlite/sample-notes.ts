import { type BatchOperation, type CommitOutcome, recordKind, type Storage, type Stored } from '@botwright/core/ports';

export interface Note {
  readonly id: string;
  readonly text: string;
}

/** A kind of records for tests that are not about records. */
export const notes = recordKind<Note>()({
  name: 'note',
  key: ['id'],
  fields: { id: 'text', text: 'text' },
  lists: { all: { filters: {}, orders: { id: [{ field: 'id', direction: 'ascending' }] } } },
});

let versions = 0;

/** Stores a note. Its text is its id if it is not given. */
export function putNote(id: string, text = id): BatchOperation {
  versions += 1;
  return { do: 'put', kind: 'note', record: { id, text }, version: `v${versions} ${process.pid}` };
}

export function commitNotes(storage: Storage, ...operations: readonly BatchOperation[]): Promise<CommitOutcome> {
  return storage.commit({ brand: 'acme' }, { conditions: [], operations });
}

export async function findNote(storage: Storage, id: string, brand = 'acme'): Promise<string | undefined> {
  const [found] = await storage.read({ brand }, [{ do: 'get', kind: 'note', key: [id] }]);
  return (found as Stored<Note> | undefined)?.record.text;
}

/** The ids of all notes of acme, in their order. */
export async function noteIds(storage: Storage): Promise<readonly string[]> {
  const list = { do: 'list', kind: 'note', list: 'all', within: [], where: {}, order: 'id', offset: 0 } as const;
  const [found] = await storage.read({ brand: 'acme' }, [list]);
  return (found as { readonly items: readonly Stored<Note>[] }).items.map(({ record }) => record.id);
}
