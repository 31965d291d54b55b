import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { channelFamilies, createCatalog, lintIds, planTiers, ruleCodes } from '@botwright/core/diagram';
import { CommandFailure, exitCodes, unwritable } from '../command-failure.ts';
import { printable } from '../printing/printable.ts';
import { writeOutput } from '../printing/write-output.ts';
import { findProjectConfig, pluginsOf } from '../project/project-config.ts';
import { botSchema, configSchema, coverageSchema, type Schema } from './bot-schema.ts';
import { scenarioFileSchema } from './scenario-file-schema.ts';
import { type SchemaKind, type SchemaOptions, schemaKinds } from './schema-options.ts';

/**
 * Writes the schemas of a project's files.
 *
 * @returns The exit code.
 * @throws {CommandFailure} When there is no such schema, or a file cannot be written.
 * @spec JS1, JS4
 */
export async function schema({ kind, out, config }: SchemaOptions): Promise<number> {
  const kinds = schemaKinds.filter((each) => kind === undefined || each === kind);
  if (kinds.length === 0)
    throw new CommandFailure('usage', `The schemas are ${schemaKinds.join(', ')}, not "${kind}".`);
  if (kind === undefined && out === undefined) {
    throw new CommandFailure('usage', `Say which one, of ${schemaKinds.join(', ')}; or write all with --out.`);
  }
  const { catalog = createCatalog(), ownRules = [], ownLints = [] } = await pluginsOf(await findProjectConfig(config));
  const codes = [...ruleCodes, ...lintIds, ...[...ownRules, ...ownLints].map(({ code }) => code)];
  const schemas: Readonly<Record<SchemaKind, () => Schema>> = {
    bot: () => botSchema(catalog),
    scenarios: () => scenarioFileSchema,
    config: () => configSchema(codes, channelFamilies, planTiers),
    coverage: coverageSchema,
  };
  for (const each of kinds) {
    const whole = { $schema: 'http://json-schema.org/draft-07/schema#', title: titles[each], ...schemas[each]() };
    const text = `${JSON.stringify(whole, null, 2)}\n`;
    if (out === undefined) writeOutput(text);
    else writeOutput(`wrote ${printable(writeFile(out, `${each}.schema.json`, text))}\n`);
  }
  return exitCodes.done;
}

const titles: Readonly<Record<SchemaKind, string>> = {
  bot: 'A bot of Botwright',
  scenarios: 'Scenarios of a bot',
  config: 'botwright.config.json',
  coverage: 'Coverage of scenarios',
};

function writeFile(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    throw unwritable(file, error);
  }
  return file;
}
