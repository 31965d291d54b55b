import { writeSync } from 'node:fs';
import { createEngine, permissions } from '@botwright/core';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { editOf } from './numbered-edits.ts';

/**
 * Edits one draft again and again, and prints the number of each edit that was stored, one a line, until it is killed.
 * Each number is one more than the last that is stored. Arguments: file, bot.
 */
const [file = '', bot = ''] = process.argv.slice(2);
const engine = createEngine({ storage: sqliteStorage({ file, busyTimeoutMs: 30_000 }), limits: { maxRevisions: 5 } });
const { drafts } = engine.as({ brand: 'acme', person: 7, workspaces: [1], permissions });

// The revision that has no edit yet is 2.
for (let number = (await drafts.get(bot)).revision - 1; ; number += 1) {
  await drafts.applyChangeSet(bot, editOf(number));
  writeSync(1, `${number}\n`);
}
