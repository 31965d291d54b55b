const form = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * @throws {TypeError} When no user agent can be written with it: it is a token of HTTP, without spaces.
 * @spec DI20
 */
export function requireUserAgentBrand(brand: string): string {
  if (!form.test(brand)) throw new TypeError('userAgentBrand has letters, digits and hyphens, and no spaces.');
  return brand;
}
