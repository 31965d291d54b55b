/**
 * What a storage rejects with when it cannot do anything at the moment: its server is away, a statement took longer than
 * its time-out, the disk is full. Nothing of the call is stored, and a later attempt may succeed.
 *
 * Where it is not known whether a write is stored, as when a connection breaks during a commit, a storage rejects with
 * another error: whoever reads "try again" would perhaps do it twice.
 *
 * The message is for logs. It says in a line what is wrong, without secrets and without data.
 *
 * @spec ST117, ST121
 */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
  /**
   * Only this call is concerned, as when one of its statements took longer than its time-out: the store is not away, and
   * other calls may succeed at the same time. Default false.
   */
  readonly isOfCall: boolean;

  constructor(message?: string, { isOfCall = false, ...options }: ErrorOptions & { readonly isOfCall?: boolean } = {}) {
    super(message, options);
    this.isOfCall = isOfCall;
  }
}

/** Recognises the error of any copy of this package. */
export function isStorageUnavailable(error: unknown): error is StorageUnavailableError {
  return error instanceof Error && error.name === 'StorageUnavailableError';
}
