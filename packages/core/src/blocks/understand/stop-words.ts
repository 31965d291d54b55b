import { foldText } from '../../domain/fold-text.ts';
import type { JsonValue } from '../../domain/json/json-value.ts';
import { remembered } from '../../domain/remembered.ts';
import { wordsIn } from './words-in.ts';

/**
 * Articles, prepositions, conjunctions, pronouns, forms of auxiliary verbs, and words of courtesy, by language. Words
 * of questions and of negation count. Contractions are apart at their apostrophe.
 */
const lists: Readonly<Record<string, string>> = {
  en: `a an the this that these those and or but so if then of to in on at by for from with about as into i me my mine
    we us our you your he him his she her it its they them their am is are was were be been being do does did have has
    had will would can could shall should may might there here just very much lot please thanks thank hello hi hey d ll m re s ve`,
  de: `der die das den dem des ein eine einen einem einer eines dieser diese dieses diesen und oder aber so wenn dann
    dass von vom zu zum zur in im ins an am auf aus bei beim bis für mit nach über um unter vor als ich mich mir mein
    meine meinen meinem meiner wir uns unser unsere du dich dir dein deine deinen ihr euch euer er ihn ihm sie ihnen
    ihre ihren es sich bin bist ist sind seid war waren sein habe hast hat haben hatte werde wird werden würde kann
    kannst können könnte könnten soll sollte darf dürfte mal bitte danke hallo da hier doch auch`,
  fr: `le la les l un une des du de d ce cet cette ces et ou mais donc si que qu à au aux en dans sur sous par pour avec
    chez vers je j me m moi mon ma mes nous notre nos tu te t toi ton ta tes vous votre vos il elle on lui ils elles
    leur leurs se s y c ça suis es est sommes êtes sont était être ai as a avons avez ont avoir vais va peux peut
    pouvez puis pourrais pourriez voudrais svp merci bonjour salut plaît plait`,
  es: `el la lo los las un una unos unas este esta esto estos estas ese esa eso y e o u pero si que de del a al en con
    por para sobre desde hasta yo me mi mis mí nosotros nos nuestro nuestra tú tu tus te ti usted ustedes su sus él
    ella ellos ellas le les se soy eres es somos son era ser estoy está están estar he ha hemos han haber puedo puede
    pueden podría podrían por favor gracias hola`,
  it: `il lo la i gli le l un uno una di del dello della dei degli delle a al allo alla ai agli alle da dal dallo dalla
    in nel nello nella con su sul sulla per tra fra e ed o ma se che questo questa questi queste io me mi mio mia miei
    mie noi ci nostro nostra tu te ti tuo tua tuoi tue voi vi vostro vostra lui lei loro si sono sei è siamo siete era
    essere ho hai ha abbiamo avete hanno avere posso puoi può potrei potrebbe c d favore grazie ciao salve`,
  pt: `o a os as um uma uns umas este esta isto estes estas esse essa isso e ou mas se que de do da dos das em no na nos
    nas ao à aos às com por pelo pela para pra sobre eu me mim meu minha meus minhas nós nosso nossa tu te ti teu tua
    você vocês seu sua seus suas ele ela eles elas lhe lhes sou és é somos são era ser estou está estão estar tenho tem
    têm ter posso pode podem poderia por favor obrigado obrigada olá oi`,
  nl: `de het een dit dat deze die en of maar als dan van naar in op aan bij met voor over uit om tot te ik me mij mijn
    wij we ons onze jij je jou jouw u uw hij hem zijn zij ze haar hun het er ben bent is zijn was waren heb hebt heeft
    hebben had kan kunt kunnen zou zouden mag wil alstublieft alsjeblieft bedankt dank hallo hoi even ook`,
  da: `en et den det de denne dette disse og eller men hvis så at af til fra i på om med for ved over under jeg mig min
    mit mine vi os vores du dig din dit dine i jer han ham hun hende sig er var være har havde kan kunne vil ville skal
    skulle må der her venligst tak hej`,
  sv: `en ett den det de denna detta dessa och eller men om så att av till från i på med för vid över under jag mig min
    mitt mina vi oss vår vårt våra du dig din ditt dina ni er han honom hon henne sig är var vara har hade kan kunde
    vill skulle ska får där här snälla tack hej`,
  nb: `en et ei den det de denne dette disse og eller men hvis så at av til fra i på om med for ved over under jeg meg
    min mitt mi mine vi oss vår vårt våre du deg din ditt dine dere han ham hun henne seg er var være har hadde kan
    kunne vil ville skal skulle må der her vennligst takk hei`,
  fi: `ja tai mutta jos niin että on ovat oli olla olen olet olemme olette minä minun minua minulla minulle sinä sinun
    me meidän te teidän hän hänen he heidän se sen ne tämä tämän nämä voi voin voit voiko voinko voisi voisin voisitko
    kiitos hei moi`,
  pl: `i a lub albo ale jeśli więc że w we z ze na do od o u po przy przez dla za pod nad ten ta to te tego tej tym ja
    mnie mi mój moja moje mojego mojej my nas nam nasz ty ciebie ci twój twoja pan pani on go jej jego ona ono oni ich
    się jestem jest są był była było być mam ma mamy mają mogę może można proszę dziękuję cześć czy`,
  cs: `a i nebo ale jestli tak že v ve z ze na do od o u po při pro za pod nad ten ta to ty tento tato toto já mě mi můj
    moje mého my nás nám náš ty tě ti tvůj vy vás vám váš on ho jeho ona jí její oni jich se si jsem jsi je jsme jste
    jsou byl byla bylo být mám má máme mají mohu můžu může můžete prosím děkuji ahoj`,
  ru: `и а или но если то что в во с со на к ко от о об у по при для за под над из это этот эта эти я меня мне мной мой
    моя моё мое мои мы нас нам наш наша ты тебя тебе твой вы вас вам ваш ваша он его ему она её ее ей они их им себя
    быть был была было есть могу может можно можете бы ли же пожалуйста спасибо привет здравствуйте`,
  uk: `і й та а або але якщо то що в у з із зі на до від о об по при для за під над це цей ця ці я мене мені мій моя моє
    мої ми нас нам наш ти тебе тобі твій ви вас вам ваш він його йому вона її їй вони їх їм себе бути був була було є
    можу може можна можете б би чи ж будь ласка дякую привіт`,
  tr: `ve veya ya da de ama eğer ki bir bu şu o ben beni bana benim biz bizi bize bizim sen seni sana senin siz sizi size
    sizin onu ona onun onlar için ile gibi mi mı mu mü misiniz mısınız var lütfen teşekkürler merhaba`,
  id: `yang dan atau tetapi jika maka di ke dari pada untuk dengan oleh tentang ini itu saya aku ku kami kita kamu anda
    dia ia mereka adalah ada akan bisa dapat boleh apakah tolong terima kasih halo`,
  ar: `و أو لكن إذا من إلى الى في على عن مع هذا هذه ذلك التي الذي أنا انا نحن أنت انت هو هي هم كان يكون هل قد أن ان لو سمحت
    فضلك شكرا مرحبا`,
  he: `ו או אבל אם של את על אל עם מן ב ל זה זאת זו אני שלי לי אנחנו שלנו אתה את שלך הוא היא הם יש היה האם אפשר בבקשה תודה שלום`,
  hi: `और या लेकिन अगर तो कि का की के को में से पर तक ने यह ये वह वे मैं मुझे मेरा मेरी मेरे हम हमें हमारा आप आपका आपकी आपके तुम है हैं हूँ
    था थी थे सकता सकती सकते क्या कृपया धन्यवाद नमस्ते`,
};

/** Endings of sentences in scripts without spaces: they count in no language. */
const unspacedEndings = `したいのですが いたいです ください ですか ますか ました でしょうか おねがいします いします できますか ありますか について
  もらえますか いただけますか たいんですけど 싶어요 싶습니다 싶은데요 주세요 주실래요 주시겠어요 있나요 있어요 있을까요 저는 제가`;

const aliases: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb', ms: 'id' };

const known = new Map<string, ReadonlySet<string>>();

/**
 * The words of a language that hardly tell one phrase from another.
 *
 * @param locale - As in BCP 47; a language without a list has none.
 * @spec UN7
 */
export function stopWordsOf(locale: JsonValue | undefined): ReadonlySet<string> {
  const language = /^[a-z]{2,3}(?![a-z])/.exec(typeof locale === 'string' ? locale.toLowerCase() : 'en')?.[0] ?? '';
  const alias = aliases[language] ?? language;
  const name = Object.hasOwn(lists, alias) ? alias : '';
  const list = lists[name];
  return remembered(known, name, () => new Set(wordsIn(foldText(`${list ?? ''} ${unspacedEndings}`))));
}
