import { writeSync } from 'node:fs';
import { sqliteStorage } from '../../src/sqlite/sqlite-storage.ts';
import { commitNotes, notes, putNote } from './sample-notes.ts';

/**
 * Writes at full speed and prints each acknowledged write on one line: a note's id and revision. Ends
 * after the given number of notes, or when it is killed.
 *
 * Arguments: file, prefix of the notes' ids, number of notes.
 */
const [file = '', prefix = '', count = '0'] = process.argv.slice(2);
// Several of these compete for one file, perhaps on a busy machine.
const storage = sqliteStorage({ file, kinds: [notes], busyTimeoutMs: 30_000 });

async function write(id: string, revision: number): Promise<void> {
  const outcome = await commitNotes(storage, putNote(id, `${revision} ${'x'.repeat(revision * 1_500)}`));
  if (outcome.kind !== 'committed') throw new Error(outcome.kind);
  writeSync(1, `${id} ${revision}\n`);
}

async function work(id: string): Promise<void> {
  for (let revision = 1; revision <= 5; revision += 1) await write(id, revision);
  // The process also gives numbers.
  await storage.read({ brand: 'acme' }, [{ do: 'number', sequence: 'bot' }]);
}

for (let first = 0; first < Number(count); first += 8) {
  await Promise.all(
    Array.from({ length: Math.min(8, Number(count) - first) }, (_, lane) => work(`${prefix}${first + lane}`)),
  );
}
await storage.close();
