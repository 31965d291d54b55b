import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConsoleOptions } from '@botwright/console';
import type { Clock, Mail, Mailer } from '@botwright/core/ports';
import { writeWholeFile } from '../files/write-whole-file.ts';

/** Mails in the folder, of all brands. */
const mostMails = 500;

/** A mail as its file has it. */
interface StoredMail extends Mail {
  readonly id: string;
  readonly brand: string;
  readonly at: string;
}

/** Stores mails in place of sending them. */
export type MailOutbox = Mailer & NonNullable<ConsoleOptions['unsentMails']>;

/**
 * Writes mails as files `<moment>-<hash of the brand>-<workspace>-<hash of the id>.json` into a folder instead of
 * sending them, and removes the oldest. Lists the newest by the names, and reads only the files of the page.
 *
 * @spec EM16, EM22
 */
export function mailOutbox({ folder, clock }: { readonly folder: string; readonly clock: Clock }): MailOutbox {
  return {
    async send(mail, { id, brand, workspace }) {
      const at = new Date(clock.now()).toISOString();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${at.replaceAll(':', '-')}${placeOf(brand, workspace)}${shortHash(id)}.json`;
      const stored: StoredMail = { id, brand, at, ...mail };
      await writeWholeFile(join(folder, name), `${JSON.stringify(stored, undefined, 2)}\n`);
      const old = (await namesIn(folder)).slice(mostMails);
      await Promise.all(old.map((each) => rm(join(folder, each), { force: true })));
      return { kind: 'sent' };
    },

    async list({ brand, workspaces, offset, limit }) {
      const places = workspaces.map((workspace) => placeOf(brand, workspace));
      const names = (await namesIn(folder)).filter((name) => places.some((place) => name.includes(place)));
      const page = names.slice(offset, offset + limit);
      const mails = await Promise.all(page.map((name) => readMail(join(folder, name))));
      return {
        items: mails.flatMap((mail, index) =>
          mail === undefined ? [] : [{ id: page[index] ?? '', at: Date.parse(mail.at), mail }],
        ),
        total: names.length,
      };
    },
  };
}

const shortHash = (text: string): string => hash('sha256', text).slice(0, 16);

/** The part of a name that tells whose mail it is. */
const placeOf = (brand: string, workspace: number): string => `-${shortHash(brand)}-${workspace}-`;

/** Names of the mails, newest first. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .toReversed();
}

/** `undefined`: another mail has just taken its place, or somebody has edited the file. */
async function readMail(file: string): Promise<StoredMail | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as StoredMail;
  } catch {
    return undefined;
  }
}
