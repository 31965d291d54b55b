/** A turn of phrase that readers have to decode, and the plain words for it. */
export interface Mark {
  readonly name: string;
  /** A space stands for any white space. */
  readonly pattern: RegExp;
  readonly example: string;
  readonly plain: string;
}

/** Comments of all packages together have at most this many marks per 1,000 words. Lower it; never raise it. */
export const bound = 2;

/** Written before the first count, from the design's rules for plain English and two hundred comments read at random. The check `words` refuses more. */
export const marks: readonly Mark[] = [
  {
    name: '"what", "whatever", "whoever" … as nouns',
    pattern:
      /(?<!\b(says?|said|tells?|knows?|known|decides?|asks?|asked|shows?|shown|explains?|compares?|see|sees) )\bwhat\b(?! (to|kind|kinds)\b)|\b(whatever|whoever|whomever|whichever)\b/gi,
    example: 'Reads what is committed.',
    plain: 'Reads committed rows.',
  },
  {
    name: '"those" as a noun',
    pattern:
      /\bthose\b(?=\s*([.,;:)]|$)|\s+(of|that|who|whose|which|with|without|in|on|at|for|from|to|by|before|after|beside|it|they|is|are|was|were|has|have|had|a|an|the|not|made|given|named|left)\b)/gi,
    example: 'Those of the caller.',
    plain: 'The workspaces of the caller.',
  },
  {
    name: '"that" as a noun',
    pattern: /\bthat (of|which)\b|\b(of|after|before|with|without|for|by|from|to|in|than) that(?=\s*([.,;:)]|$))/gi,
    example: 'Default: that of the lint.',
    plain: 'Default: the level of the lint.',
  },
  {
    name: '"kept", "meant", "wished"',
    pattern: /\b(kept|meant|wished)\b/gi,
    example: 'Entries are kept and never changed.',
    plain: 'Stores entries and never changes them.',
  },
  {
    name: '"is no", "are no" before a noun',
    pattern: /(?<!\bthere )\b(is|are|was|were|be|been) no (?!longer\b|more\b|less\b|fewer\b)/gi,
    example: 'This is no JSON.',
    plain: 'The body is not valid JSON.',
  },
  {
    name: '"where it can", "where there is"',
    pattern: /\bwhere (it|they|he|one|there|that|this) (can|could|is|are|was|were|has|have|does|do|may|must|would)\b/gi,
    example: 'JSON where it can be.',
    plain: 'JSON if the value is valid JSON.',
  },
  {
    name: '"of its own", "of ours"',
    pattern: /\bof (its|their|his|her|our|your|my|one's) own\b|\b(of|beside) (ours|yours|theirs)\b/gi,
    example: 'Runs in a transaction of its own.',
    plain: 'Runs in a separate transaction.',
  },
  {
    name: '"at all", "by itself", "for itself"',
    pattern: /\bat all\b|\b(by|for|in|of) (itself|themselves|oneself)\b/gi,
    example: 'Nothing ends by itself.',
    plain: 'The caller ends everything.',
  },
  {
    name: '"as … as"',
    pattern: /\b(?<!\bas )as (?!well\b|soon\b|long\b|if\b|a\b|the\b)[\w-]+ as\b|\bso \w+ as\b/gi,
    example: 'Recursion goes as deep as the values do.',
    plain: 'Recursion follows the depth of the values.',
  },
  {
    name: '"as it is", "as they were"',
    pattern:
      /(?<!\b(stay|stays|stayed|leave|leaves|left)\b[^.;:]{0,30})\bas (it|they|he|one|that|this) (is|are|was|were|came|comes?|stands?|stood|has|have|does|do|did)\b/gi,
    example: 'A key as it is written.',
    plain: 'The literal text of the key. Others stay as they are.',
  },
  {
    name: '"however", "wherever"',
    pattern: /\b(however|wherever)\b(?!,)/gi,
    example: 'However long both have been silent.',
    plain: 'For any length of silence.',
  },
  {
    name: '"alone" for "only"',
    pattern: /\balone\b/gi,
    example: 'Depends on the values alone.',
    plain: 'Depends only on the values.',
  },
  {
    name: '"at once", "meanwhile", "anew"',
    pattern: /\b(at once|meanwhile|anew|hitherto|thereupon|whereupon|thereof)\b/gi,
    example: 'Begins at once.',
    plain: 'Begins immediately.',
  },
  {
    name: '"beside"',
    pattern: /\bbeside\b/gi,
    example: 'None beside the shipped ones.',
    plain: 'None except the shipped ones.',
  },
  {
    name: '"is to be", "so many"',
    pattern: /\b(is|are|was|were) to be\b|\bso (many|much)\b(?! that\b)/gi,
    example: 'A token that is to be made.',
    plain: 'The token to create.',
  },
  {
    name: '"and else", "or else"',
    pattern: /\b(and|or|,) else\b|, else\b/gi,
    example: 'JSON, and else a text.',
    plain: 'JSON; otherwise text.',
  },
  {
    name: 'verbs of walking and talking: "went along", "talks along", "hears of", "makes way", "stands before"',
    pattern:
      /\b((go|goes|went|going|gone|talk|talks|talked|talking) along|(hear|hears|heard) of|(make|makes|made|making) way|(let|lets|letting) go|(stand|stands|stood|standing) (against|before|behind|beside|in|between|aside))\b/gi,
    example: 'How many of them it went along.',
    plain: 'How many of them it visited.',
  },
  {
    name: 'inverted: begins with "Of"; "of them" before its verb; "only then does"',
    pattern:
      /[.:;!?] of\b|\b(only|never|nor|neither|so) (then |now )?(does|do|did|is|are|has|have|can|may) (it|they|the|a|an|this|these)\b|\bfor (there|here) (is|are)\b/gi,
    example: 'Of concurrent calls one returns.',
    plain: 'One of several concurrent calls returns.',
  },
  {
    name: '"there" or "here" for a place in the data',
    pattern: /\bthat is (there|here)\b|\b(has|have|had|finds?|found|puts?|stands?) (it|them|one|none) (there|here)\b/gi,
    example: 'A bot that has it there.',
    plain: 'A bot of this store with that number.',
  },
];
