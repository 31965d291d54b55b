/** The customer whose files they are. */
export interface FileOwner {
  /** The brand of the customer. */
  readonly brand: string;
  /** Number of the customer. */
  readonly customer: number;
}

/** A file to store. */
export interface NewFile extends FileOwner {
  /**
   * Random, at least 128 bits, of `A-Z a-z 0-9 _ -`. It is the secret that gives access to the file: never log it. No other file has it.
   */
  readonly id: string;
  /** Name for people, at most 100 code points, without slashes and control characters. Never a path. */
  readonly name: string;
  /** MIME type, by the content. */
  readonly type: string;
}

/** A stored file, and its length. */
export interface StoredFile extends NewFile {
  /** Length of the content. */
  readonly bytes: number;
}

/** A stored file that can be read. */
export interface ReadableFile extends StoredFile {
  /** Reads the content from its begin; an iteration that is left early holds nothing open. */
  content(): AsyncIterable<Uint8Array>;
}

/** A part of the owners that have files, and the place at which the next part begins. */
export interface OwnerPage {
  /** An owner may be in several parts of a pass. */
  readonly owners: readonly FileOwner[];
  /** Absent: these were the last ones. */
  readonly next?: string;
}

/**
 * Stores the files that visitors send. Test an implementation with `fileStoreContract` of
 * `@botwright/testing/contracts`.
 *
 * The engine bounds each file, and how many one visitor sends. A store bounds its own space, and gives no brand more
 * than its share. A call that rejects has stored nothing; `StorageUnavailableError`
 * says that a later attempt may succeed.
 *
 * Race rules: a file can be opened from the moment when `put` has resolved, in every process on the same data, and not
 * before. `erase` removes the files whose `put` had resolved when it began; a concurrent `put` may leave its
 * file, which a later `erase` of the owner removes. Content that is being read when its file is erased may break off,
 * and never has bytes of another file.
 *
 * @spec FS10, FS11, FS12
 */
export interface FileStore {
  /**
   * Stores a file whole or not at all. It takes the content piece by piece, and the next piece only when it can take
   * it, so that memory stays bounded.
   *
   * @throws The error of the content, when it throws one.
   */
  put(file: NewFile, content: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /**
   * Finds a file by its id, which is the secret that gives access.
   *
   * @returns `undefined`: there is no such file. Any text may be an id.
   */
  open(id: string): Promise<ReadableFile | undefined>;
  /** Removes all files of a customer; nothing when there are none. */
  erase(owner: FileOwner): Promise<void>;
  /**
   * Lists the owners that have files, each at least once in a pass, in an order of the store.
   *
   * @param after - `next` of the part before. Absent: from the first.
   * @param limit - The most files of the part.
   */
  listOwners(after: string | undefined, limit: number): Promise<OwnerPage>;
}
