/** Tells a token that whoever sends into a channel can come with: 16 to 1,024 visible ASCII characters. @spec CH8 */
export function isChannelToken(text: string): boolean {
  return /^[\x21-\x7e]{16,1024}$/.test(text);
}
