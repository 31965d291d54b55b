import { type Command, Option } from 'commander';
import { type SchemaOptions, schemaKinds } from './schema-options.ts';

const afterSchemaHelp = `
JSON Schema of the project's files. With it an editor completes and checks them without an extension.
Blocks of your own come from the plugins of botwright.config.json: write the files again after a
change of these.

Examples:
  botwright schema --out .botwright/schema     bot, scenarios, config and coverage, each a file
  botwright schema bot > bot.schema.json

A file then names its schema by its path:
  "$schema": "../.botwright/schema/bot.schema.json"                            in JSON
  # yaml-language-server: $schema=../.botwright/schema/scenarios.schema.json   in YAML

Exit codes:
  0  written    2  flags, config, or a folder that cannot be written`;

/** Adds `botwright schema`; its code is loaded when it runs. @spec JS1, JS4 */
export function addSchema(program: Command): void {
  program
    .command('schema')
    .summary('write JSON Schema for editors')
    .description('Writes the JSON Schema of bots, scenarios, configs and coverage.')
    .argument('[kind]', `one of ${schemaKinds.join(', ')}, to standard output`)
    .addOption(new Option('--out <folder>', 'write all of them into this folder'))
    .option('--config <file>', 'config file; by default botwright.config.json, here or in a folder above')
    .addHelpText('after', afterSchemaHelp)
    .action(async (kind: string | undefined, flags: Omit<SchemaOptions, 'kind'>) => {
      const { schema } = await import('./schema.ts');
      process.exitCode = await schema({ ...flags, ...(kind !== undefined && { kind }) });
    });
}
