/** What a middleware may call a customer. @spec CU1 */
export function isCustomerToken(text: string): boolean {
  return /^[A-Za-z0-9_.:+-]{1,128}$/.test(text);
}
