import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

/** A name for a temporary file next to a file, which no other process uses. */
export const draftOf = (file: string): string => `${file}.${randomBytes(6).toString('hex')}.new`;

/**
 * Writes a file atomically and durably: a concurrent reader finds the old content or all of `text`. Moves a temporary
 * file with a unique name into its place.
 *
 * @param options - `mode` and `owner`: the permissions; `usual` follows the umask. `draft`: path of the temporary file
 *   on the same disk; by default next to `file`.
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
