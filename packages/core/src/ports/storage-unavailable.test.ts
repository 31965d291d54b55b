import { expect, it } from 'vitest';
import { isStorageUnavailable, StorageUnavailableError } from './storage-unavailable.ts';

class StorageUnavailableErrorOfAnotherCopy extends Error {
  override readonly name = 'StorageUnavailableError';
}

it('[ST117] the error of a store that cannot be asked is recognised, also that of another copy of the package', () => {
  const given = [
    new StorageUnavailableError('The server is away.'),
    new StorageUnavailableErrorOfAnotherCopy(),
    new Error('The server is away.'),
    { name: 'StorageUnavailableError' },
    undefined,
  ];
  expect(given.map(isStorageUnavailable)).toEqual([true, true, false, false, false]);
});
