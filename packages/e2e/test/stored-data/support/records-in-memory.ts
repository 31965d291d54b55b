import {
  type MemoryContents,
  type MemoryStorage,
  memoryStorage,
  queueKinds,
  storageOnRecords,
} from '@botwright/core/memory';
import { recordKinds, type Storage } from '@botwright/core/ports';

/** A store whose queues are records, as one on a database that has only records. */
export function recordsInMemory(contents?: MemoryContents): {
  readonly storage: Storage;
  readonly records: MemoryStorage;
} {
  const kinds = [...recordKinds, ...queueKinds];
  const records = memoryStorage({ kinds, ...(contents !== undefined && { contents }) });
  return { storage: storageOnRecords(records), records };
}
