import { CommandFailure } from '../command-failure.ts';
import { printable, printableJson } from '../printing/printable.ts';
import { readKnownTokens } from './known-tokens.ts';
import { unknownBrand } from './new-token.ts';
import type { ListedToken } from './token-files.ts';

/** The arguments of `botwright token list`. */
export interface ListTokensOptions {
  /** The data folder of a server. */
  readonly data: string;
  readonly brand?: string;
  /** Print for a program instead of a person. */
  readonly json?: boolean;
}

/** Prints the known data of the agent tokens of a data folder; the token itself is unknown. @spec TW4 */
export async function listTokens({ data, brand, json = false }: ListTokensOptions): Promise<void> {
  const { brands, tokens } = await readKnownTokens(data);
  const names = brands.map(({ name }) => name);
  if (brand !== undefined && !names.includes(brand)) throw new CommandFailure('usage', unknownBrand(brand, names));
  const shown = brand === undefined ? tokens : tokens.filter((token) => token.brand === brand);
  process.stdout.write(json ? `${printableJson({ tokens: shown })}\n` : renderTable(shown));
}

const columns = ['ID', 'NAME', 'BRAND', 'PERSON', 'PERMISSIONS', 'WORKSPACES', 'MADE', 'FROM'] as const;

const sources: Readonly<Record<ListedToken['from'], string>> = {
  config: 'config file',
  first_start: 'first start',
  command: 'token new',
};

function renderTable(tokens: readonly ListedToken[]): string {
  const rows = tokens.map(({ id, name = '-', brand, person, permissions, workspaces, made, from }) => [
    id.slice(0, 12),
    printable(name),
    printable(brand),
    String(person),
    permissions?.join(',') ?? 'all',
    workspaces?.join(',') ?? 'all',
    made?.slice(0, 16).replace('T', ' ') ?? '-',
    sources[from],
  ]);
  const lines = [columns, ...rows];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const pad = (line: readonly string[]): string => line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ');
  return lines.map((line) => `${pad(line).trimEnd()}\n`).join('');
}
