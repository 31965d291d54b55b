import { type BrandConfiguration, permissions } from '@botwright/core';

/**
 * Warns of tokens that have some permissions but not all: people may expect that these apply to every interface.
 *
 * @spec PL33
 */
export function warnOfLimitedTokens(
  brands: readonly BrandConfiguration[],
  logger: { warn(members: object, message: string): void },
): void {
  for (const { name, tokens } of brands) {
    for (const { person, permissions: given = permissions } of tokens) {
      const { size } = new Set(given);
      if (size === 0 || size === permissions.length) continue;
      const members = { brand: name, person, permissions: given };
      logger.warn(members, 'the Platform API asks no permission: this token can do everything there in its workspaces');
    }
  }
}
