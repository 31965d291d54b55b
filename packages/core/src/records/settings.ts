import { recordKind } from '../ports/record-kind.ts';

/**
 * The settings of a brand are its channels, hooks, bots and feedback configurations. There is one record, with the name
 * `settings`: each commit that changes one of them gives it another version, so that settings which were read at one
 * version are right as long as it has it.
 *
 * @spec ST90
 */
export interface Settings {
  readonly name: 'settings';
}

export const settings = recordKind<Settings>()({ name: 'settings', key: ['name'], fields: { name: 'text' } });
