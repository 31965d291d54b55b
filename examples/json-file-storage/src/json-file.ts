import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface JsonFile<T> {
  /** The contents of the file when it was opened; absent when there was no file. */
  readonly contents: T | undefined;
  /** Replaces the contents. When it resolves, they are on the disk. */
  write(contents: T): Promise<void>;
  close(): Promise<void>;
}

/** @throws When another process has the file open. */
export async function openJsonFile<T>(file: string): Promise<JsonFile<T>> {
  const lock = `${file}.lock`;
  await takeLock(lock);
  let text = await readText(file);
  return {
    contents: text === undefined ? undefined : JSON.parse(text),
    async write(contents) {
      const next = JSON.stringify(contents);
      if (next === text) return;
      await replaceFile(file, next);
      text = next;
    },
    close: () => rm(lock, { force: true }),
  };
}

/**
 * Replaces a file atomically: after a crash it has the whole old or the whole new text. The text must be on the disk
 * before the rename, and the rename before the promise resolves.
 */
async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.new`;
  await withFile(draft, 'w', async (handle) => {
    await handle.writeFile(text);
    await handle.sync();
  });
  await rename(draft, file);
  await withFile(dirname(file), 'r', (folder) => folder.sync());
}

async function withFile(
  path: string,
  flags: string,
  work: (handle: Awaited<ReturnType<typeof open>>) => Promise<void>,
): Promise<void> {
  const handle = await open(path, flags, 0o600);
  try {
    await work(handle);
  } finally {
    await handle.close();
  }
}

async function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Makes the lock file, which names this process. Takes over the lock of a process that has ended. */
async function takeLock(lock: string): Promise<void> {
  try {
    await withFile(lock, 'wx', (handle) => handle.writeFile(`${process.pid}`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = Number(await readText(lock));
    if (isRunning(holder)) throw new Error(`The process ${holder} has the file open.`, { cause: error });
    await rm(lock, { force: true });
    await takeLock(lock);
  }
}

function isRunning(pid: number): boolean {
  try {
    // Signal 0 only tests whether the process exists.
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
