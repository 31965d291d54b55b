/** Code points of the name of a bot. */
const longestName = 50;

/** Gives bots their keys, names and numbers, in order. @spec IM4 */
export function nameBots<T extends { readonly name: string; readonly path: string }>(
  bots: readonly T[],
): readonly (T & { readonly key: string; readonly number: number })[] {
  const taken = new Set<string>();
  return bots.map((bot, at) => {
    const file = /([^/\\!]*?)(?:\.[^./\\!]*)?$/.exec(bot.path)?.[1] ?? '';
    const clean = bot.name.replace(/[\p{Cc}\p{Cs}]/gu, ' ').trim();
    const name = [...(clean === '' ? file : clean)].slice(0, longestName).join('').trim() || 'Bot';
    const slug = slugOf(name) || slugOf(file) || 'bot';
    const begin = deviceOfWindows.test(slug) ? `bot-${slug}` : slug;
    let key = begin;
    for (let nth = 2; taken.has(key); nth += 1) key = `${begin}-${nth}`;
    taken.add(key);
    return { ...bot, key, name, number: at + 1 };
  });
}

/** No file of Windows has such a name. */
const deviceOfWindows = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
}
