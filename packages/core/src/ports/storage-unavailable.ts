/**
 * The rejection of a storage that cannot do anything at the moment: its server is away, a statement took longer than
 * its time-out, the disk is full. Nothing of the call is stored, and a later attempt may succeed.
 *
 * When a write may or may not be stored, as after a connection broke during a commit, a storage rejects with another
 * error: a caller that reads "try again" could repeat a stored write. A call of a queue may reject with this one: its
 * leases end by themselves.
 *
 * The message is for logs. It describes the fault in a line, without secrets and without data.
 *
 * @spec ST117, ST121
 */
export class StorageUnavailableError extends Error {
  /** Recognised by `isStorageUnavailable`, also across copies of the package. */
  override readonly name = 'StorageUnavailableError';
  /**
   * Whether the fault concerns only this call, such as a statement that took longer than its time-out: the store is
   * available, and other calls may succeed at the same time. Default false.
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
