/**
 * The name of a new file for a bot: letters and digits that every system has, and the beginning of its id.
 *
 * @param isTaken - Whether there is a file of that name.
 * @spec PU3
 */
export function fileNameOf(
  bot: { readonly id: string; readonly name: string },
  isTaken: (name: string) => boolean,
): string {
  const slug = bot.name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  const short = `${slug || 'bot'}-${bot.id.slice(0, 8)}.json`;
  return isTaken(short) ? `${slug || 'bot'}-${bot.id}.json` : short;
}
