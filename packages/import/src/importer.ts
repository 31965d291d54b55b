import type { Diagram } from '@botwright/core/diagram';
import type { ImportEntry } from './report.ts';

/** A file of another system. A zip stands for the files in it. */
export interface ImportFile {
  /** The name in reports. It is never opened. */
  readonly path: string;
  /** The content; text is UTF-8. */
  readonly bytes: Uint8Array;
}

/** All members are optional. */
export interface ImportOptions {
  /** Such as `typebot`. Default: the system that the files resemble. */
  readonly system?: string;
  /** The channel family of the bots. Default: `native`. */
  readonly family?: string;
  /** The id of the greeting slot of a family of the host. Default: the usual id. */
  readonly slotName?: string;
  /** The Field for a variable of the source. Default: the name of the variable. */
  readonly fieldName?: (name: string) => string;
  /** The model of the host for a model of the source. Default: its own name. */
  readonly models?: Readonly<Record<string, string>>;
  /** Whether the host sends e-mail. Without it, a block that sends e-mail is listed in `needs`. */
  readonly mailer?: boolean;
  /** Importers of the host, which are asked before the shipped ones. */
  readonly importers?: readonly Importer[];
}

/** Something that a bot needs from its host before it does all that the source did. @spec IM14 */
export interface ImportNeed {
  /**
   * The part of the host that has to be there: a language model, a connected account, a mailer, another bot, or code.
   */
  readonly kind: 'model' | 'account' | 'mailer' | 'bot' | 'code';
  /** Name of the model, account or bot, as blocks give it. */
  readonly name: string;
  /** Id of the block that needs it. */
  readonly block_id: string;
}

/** A bot that keeps all rules of publication. */
export interface ImportedBot {
  /** Unique in the result: lower-case letters, digits and `-`. */
  readonly key: string;
  /** At most 50 code points. */
  readonly name: string;
  /** The option `family`; default `native`. */
  readonly channel_family: string;
  /** The number by which bots of this result name each other. */
  readonly number: number;
  /** Breaks no rule of publication. */
  readonly diagram: Diagram;
  /** Empty: the bot does all without its host. */
  readonly needs: readonly ImportNeed[];
}

/** The bots that an importer read. */
export interface ImportReading {
  /** The version of the source format. */
  readonly version: string;
  /** In the order of the files. */
  readonly bots: readonly ImportedBot[];
  /** Scenario files of Botwright. */
  readonly scenarios?: readonly { readonly path: string; readonly text: string }[];
  /** The results for elements of the source. */
  readonly entries: readonly ImportEntry[];
}

/** Reads the bots of one system. Its methods get the files with zips opened. */
export interface Importer {
  /** Name of the system, for the option `system`; lower case. */
  readonly system: string;
  /**
   * Looks for files of the system.
   *
   * @returns `undefined` when no file is of the system. `certain: false`: other systems may have such files.
   */
  detect(files: readonly ImportFile[]): { readonly version: string; readonly certain: boolean } | undefined;
  /**
   * Reads all bots in the files.
   *
   * @throws {ImportError} When a file of the system cannot be read.
   */
  read(files: readonly ImportFile[], options: ImportOptions): ImportReading;
}

/** Describes an importer of a host. @spec IM15 */
export function defineImporter(importer: Importer): Importer {
  return importer;
}
