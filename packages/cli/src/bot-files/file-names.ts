/**
 * The name of a new file for a bot: portable letters and digits, and the beginning of its id.
 *
 * @param isTaken - Whether a file of that name exists, ignoring case: some systems ignore it.
 * @spec PU3, PU21
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
  const begin = slug || 'bot';
  for (let nth = 0; ; nth += 1) {
    const end = [bot.id.slice(0, 8), bot.id][nth] ?? `${bot.id}-${nth}`;
    const name = `${begin}-${end}.json`;
    if (!isTaken(name)) return name;
  }
}
