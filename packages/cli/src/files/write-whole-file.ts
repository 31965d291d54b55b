import { randomBytes } from 'node:crypto';
import { chmod, chown, rename, rm, writeFile } from 'node:fs/promises';

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
  options: {
    readonly mode?: number | 'usual';
    readonly draft?: string;
    readonly owner?: { readonly uid: number; readonly gid: number } | undefined;
  } = {},
): Promise<void> {
  const { mode = 0o600, draft = draftOf(file), owner } = options;
  try {
    await writeFile(draft, text, { flag: 'wx', mode: mode === 'usual' ? 0o666 : mode, flush: true });
    if (mode !== 'usual') await chmod(draft, mode);
    if (owner !== undefined) await chown(draft, owner.uid, owner.gid);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}
