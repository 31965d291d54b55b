import { hash } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Mailer } from '@botwright/core/ports';
import { writeWholeFile } from '../files/write-whole-file.ts';

/** Mails in the folder, of all brands. */
const mostMails = 500;

/**
 * Writes mails as files `<moment>-<hash of the id>.json` into a folder instead of sending them, and removes the oldest.
 *
 * @spec EM16
 */
export function mailOutbox({ folder, clock }: { readonly folder: string; readonly clock: Clock }): Mailer {
  return {
    async send(mail, { id, brand }) {
      const at = new Date(clock.now()).toISOString();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${at.replaceAll(':', '-')}-${hash('sha256', id).slice(0, 16)}.json`;
      await writeWholeFile(join(folder, name), `${JSON.stringify({ id, brand, at, ...mail }, undefined, 2)}\n`);
      const names = (await readdir(folder)).filter((each) => each.endsWith('.json')).toSorted();
      const old = names.slice(0, -mostMails);
      await Promise.all(old.map((each) => rm(join(folder, each), { force: true })));
      return { kind: 'sent' };
    },
  };
}
