import { type BrandConfiguration, permissions } from '@botwright/core';

/**
 * Warns of tokens with only some permissions, because people may expect them to apply to every interface, and of tokens
 * without workspaces, which can see nothing.
 *
 * @spec PL33, CF26
 */
export function warnOfLimitedTokens(
  brands: readonly BrandConfiguration[],
  logger: { warn(members: object, message: string): void },
): void {
  for (const { name, tokens } of brands) {
    for (const { person, permissions: given = permissions, workspaces } of tokens) {
      if (workspaces?.length === 0) {
        const message =
          'a token with "workspaces": [] is in none, and sees nothing: left out, it is in all of the brand';
        logger.warn({ brand: name, person }, message);
      }
      const { size } = new Set(given);
      if (size === 0 || size === permissions.length) continue;
      const members = { brand: name, person, permissions: given };
      logger.warn(members, 'the Platform API asks no permission: this token can do everything there in its workspaces');
    }
  }
}
