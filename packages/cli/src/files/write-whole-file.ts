import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

/** The name of a draft beside a file, which no other process uses. */
export const draftOf = (file: string): string => `${file}.${randomBytes(6).toString('hex')}.new`;

/**
 * Writes a file whole or not at all, and onto the disk: who reads it at the same time finds what was there before, or
 * all of `text`. A draft beside it, of a name that no other process uses, takes its place.
 *
 * @param options - `mode` and `owner`: who may use the file; `usual` is what the umask leaves to everybody. `draft`: where the draft is, on the same disk; by default
 *   beside `file`.
 */
export async function writeWholeFile(
  file: string,
  text: string,
  {
    mode = 0o600,
    draft = draftOf(file),
    owner,
  }: {
    readonly mode?: number | 'usual';
    readonly draft?: string;
    readonly owner?: { readonly uid: number; readonly gid: number } | undefined;
  } = {},
): Promise<void> {
  try {
    const handle = await open(draft, 'wx', mode === 'usual' ? 0o666 : mode);
    try {
      if (mode !== 'usual') await handle.chmod(mode);
      if (owner !== undefined) await handle.chown(owner.uid, owner.gid);
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}
