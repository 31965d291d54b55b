import { withoutAccents } from '../../domain/without-accents.ts';

/** Runs of letters, marks and digits of one kind: of scripts that put no space between words, or of the others. */
const runs =
  /(?<unspaced>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]+)|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc])[\p{L}\p{M}\p{N}])+/gu;

/** Runs of one script within unspaced letters. */
const scripts =
  /(?<hiragana>\p{Script=Hiragana}+)|(?<hangul>\p{Script=Hangul}+)|[^\p{Script=Hiragana}\p{Script=Hangul}]+/gu;

/** Chinese pronouns, particles, and words of wishes and courtesy. */
const chineseBreaks =
  /我们|我的|我想|我要|可以|能不能|能否|请问|一下|你好|您好|谢谢|麻烦|想要|需要|帮我|给我|[我您你请想的了吗呢吧啊呀嘛]/gu;

/** Korean particles and endings of verbs behind two syllables at least. */
const koreanEnding =
  /(?<=..)(?:해주세요|하고싶어요|했는데요?|하려[고면]|하세요|하나요|할까요|할게요|했어요|합니[다까]|인가요|입니다|에서|으로|부터|까지|하[고기는]|해서|해요|해줘|[을를이가은는에의도로와과만요해할])$/u;

/**
 * The words of a folded text, in order. Where words have no space between them, as in Chinese and Thai, and where
 * particles are joined to words, as in Korean, each pair of neighbouring characters of one script is a word, without
 * particles and common endings, as far as they are known.
 *
 * @spec UN6
 */
export function wordsIn(folded: string): readonly string[] {
  return [...folded.matchAll(runs)].flatMap(([run, unspaced]) => (unspaced === undefined ? [run] : pairsIn(unspaced)));
}

function pairsIn(run: string): readonly string[] {
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(run);
  return [...run.matchAll(scripts)].flatMap(([part, hiragana, hangul]) => {
    if (hangul !== undefined) return neighbours(part.replace(koreanEnding, ''));
    // A single sign of Hiragana is a particle, and を is never anything else.
    if (hiragana !== undefined)
      return part.split('を').flatMap((piece) => (piece.length === 1 ? [] : neighbours(piece)));
    return isJapanese ? neighbours(part) : part.split(chineseBreaks).flatMap(neighbours);
  });
}

function neighbours(text: string): readonly string[] {
  const characters = Array.from(text);
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** The words of a folded text as one text, without accents and the signs between words; the text itself without words. */
export function wordsAsText(folded: string): string {
  const all = wordsIn(folded);
  return all.length === 0 ? folded : all.map(withoutAccents).join(' ');
}
