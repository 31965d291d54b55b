import { createCatalog, type Diagram, type NamedBot, relinkBots } from '@botwright/core/diagram';
import { ImportError, type ImportFile, type ImportResult, importBots } from '@botwright/import';

export type Reading = { readonly result: ImportResult } | { readonly problem: string };

/**
 * Reads bots of other systems. The readers are large, and are loaded with this module.
 *
 * @spec CO71
 */
export function readBots(files: readonly ImportFile[], family: string, slotName: string | undefined): Reading {
  try {
    return { result: importBots(files, { family, ...(slotName !== undefined && { slotName }) }) };
  } catch (error) {
    if (error instanceof ImportError) return { problem: error.message };
    throw error;
  }
}

/** Replaces the numbers by which bots of an import name each other. @spec CO73 */
export function linkImported(diagram: Diagram, made: ReadonlyMap<number, NamedBot>): Diagram {
  return relinkBots(diagram, createCatalog(), ({ bot }) => (typeof bot === 'number' ? made.get(bot) : undefined));
}
