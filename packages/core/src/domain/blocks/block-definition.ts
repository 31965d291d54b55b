import type { JsonObject, JsonValue } from '../json/json-value.ts';

/** A Field in which a block saves an answer or a value, with the place of its name in the params. */
export interface SavedField {
  /** Name of the Field. */
  readonly name: string;
  /** Name of the param that has the name of the Field. */
  readonly param: string;
  /** Path from the value of the param to the Field name, such as `[2, 'destination']` in a list. */
  readonly at?: readonly (string | number)[];
}

/** A CEL expression inside a param, with the path to it from the value of the param. */
export interface NestedFormula {
  /** Name of the param. */
  readonly param: string;
  /** Path from the value of the param, such as `[2, 'formula']` in a list. */
  readonly at: readonly (string | number)[];
  /** CEL. */
  readonly expression: string;
}

export type ParamType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'any';

/** Plan tiers, from the lowest. */
export const planTiers = ['sandbox', 'starter', 'professional', 'business'] as const;
export type PlanTier = (typeof planTiers)[number];

/** Bounds on the value of a parameter; an absent one does not limit. */
export interface ParamRules {
  /** Source of a regular expression, matched anywhere unless anchored, with the `u` flag. */
  readonly pattern?: string;
  /** In Unicode code points. */
  readonly minLength?: number;
  /** In Unicode code points. */
  readonly maxLength?: number;
  /** The only accepted values. */
  readonly enum?: readonly (string | number | boolean)[];
  /** The smallest accepted number. */
  readonly min?: number;
  /** The greatest accepted number. */
  readonly max?: number;
  /** Fewest entries of an `array`. */
  readonly minItems?: number;
  /** Most entries of an `array`. */
  readonly maxItems?: number;
  /** Refuses a blank string, an empty list and an empty object. */
  readonly nonEmpty?: boolean;
}

/**
 * A parameter in the definition of a block. It is read only if `readWhen.param` has one of `readWhen.values`; absent:
 * always.
 */
export interface ParamDefinition {
  /** The key in `params` of a stored block. */
  readonly name: string;
  /** `integer` takes whole numbers only; `any` takes every JSON value. */
  readonly type: ParamType;
  /** Whether its absence is the violation `param_required`, unless it has a default. */
  readonly required: boolean;
  /** Absent: the param has no default. */
  readonly default?: JsonValue;
  /**
   * `false`: block-level writes leave the default out, so that blocks without the param stay as they were before the
   * catalog had it. Default: they write it.
   *
   * @spec QN22
   */
  readonly isDefaultWritten?: false;
  /**
   * `false`: a scripted conversation is the same with any value, which only a page or a language model reads. The catalog
   * does not list this.
   *
   * @spec MU4
   */
  readonly isTestable?: false;
  /** Bounds in addition to the type; an empty object does not limit. */
  readonly rules: ParamRules;
  /** The param counts only while another param has one of these values. */
  readonly readWhen?: { readonly param: string; readonly values: readonly JsonValue[] };
  /** For authors and language models; the catalog lists it. */
  readonly description: string;
}

/** One output for each entry of a list param: `prefix` and the entry's member `each`. */
export interface OutputDerivation {
  /** Name of the list param. */
  readonly param: string;
  /** Member of its entries with the end of the output. */
  readonly each: string;
  /** Begin of each output, such as `$`. */
  readonly prefix: string;
}

/** The shape of a block if its selector matches. A block of one shape has one variant without a selector. */
export interface BlockVariant {
  /** Every `param` must have one of its `values`. Empty: the variant matches all params. */
  readonly selector: readonly { readonly param: string; readonly values: readonly JsonValue[] }[];
  /** In the order of editors. */
  readonly params: readonly ParamDefinition[];
  /** Fixed outputs, in the order of editors. */
  readonly outputs: readonly string[];
  /** Outputs that depend on the params, after the fixed ones. Empty: none. */
  readonly outputDerivations: readonly OutputDerivation[];
  /** The lowest plan that includes it; recorded with a publication, never enforced on writes. */
  readonly requiredTier: PlanTier;
  /** The channel families that it runs on. Default: all. */
  readonly channelRestriction?: readonly string[];
}

/** A param whose value names something outside the diagram. */
export type BlockReference =
  | {
      readonly to: 'bot';
      readonly param: string;
      /**
       * Param that names the target block in the bot; blank or absent: its greeting. A reference with this member is a
       * jump: the conversation continues there.
       */
      readonly block?: string;
      /**
       * While the block has an output `$success`, the jump is a call: the conversation leaves the block by it when it
       * returns from the target.
       */
      readonly mayReturn?: boolean;
    }
  | { readonly to: 'account'; readonly param: string; readonly kind: string }
  /** A language model, by the name that the host gave it. */
  | { readonly to: 'model'; readonly param: string };

/** Describes one kind of block, shipped or of a host. */
export interface BlockDefinition {
  /** Semantic name, such as `ask_question`, for block-level writes and the catalog. */
  readonly name: string;
  /** Storage name, such as `var_text`, in stored nodes. */
  readonly template: string;
  /** For people, in English; editors show it. */
  readonly title: string;
  /** The effect of the block in a sentence or two, for authors and language models. */
  readonly description: string;
  /** Where editors list it: `messages`, `questions`, `logic`, `flow` and `integrations` are the shipped groups. */
  readonly group: string;
  /** `false` for blocks that nobody can add, such as the start point. */
  readonly placeable: boolean;
  /** Whether a conversation may begin with it; the rule `greeting_not_allowed` refuses the others there. */
  readonly canBeWelcome: boolean;
  /** The conversation stops here until the visitor answers or somebody acts. */
  readonly waits: boolean;
  /**
   * The block waits, but may also continue immediately, always or with certain params, so a loop through it can be
   * endless. The catalog does not list this.
   *
   * @spec RU54
   */
  readonly mayGoOnAtOnce?: boolean | ((params: JsonObject) => boolean);
  /** The conversation returns to the block of the last call. The catalog does not list this. */
  readonly goesBack?: boolean;
  /**
   * Nothing leads to the block: conversations come to it when a visitor types its words. The catalog does not list this.
   *
   * @spec KW2
   */
  readonly entry?: true;
  /** The words of an entry, in the order of comparison. @spec KW5 */
  readonly hears?: (params: JsonObject) => HeardWords;
  /** Any text is an answer. @spec KW8 */
  readonly isFreeText?: true;
  /**
   * Present on blocks that ask for one answer: whether they ask without words, given their params.
   *
   * @spec QN3, QN4
   */
  readonly isQuiet?: (params: JsonObject) => boolean;
  /** Whether the block says nothing to the visitor, given its params. Default: it may say something. @spec QN4 */
  readonly saysNothing?: (params: JsonObject) => boolean;
  /** A conversation may end at this block, so no lint requires a connection from it. @spec LI8 */
  readonly mayEnd?: boolean;
  /** One at least; the one whose selector matches the params of a block gives its params and outputs. */
  readonly variants: readonly BlockVariant[];
  /** The params that name bots, connected accounts or language models. Default: none. */
  readonly references?: readonly BlockReference[];
  /** Names of the Fields that the block writes, given its params. */
  readonly setsFields?: (params: JsonObject) => readonly string[];
  /** Names of the Fields that it reads, without `@{name}` in texts. */
  readonly readsFields?: (params: JsonObject) => readonly string[];
  /**
   * The part of `readsFields` that must have a value when the block runs. Default: all. A block that tests whether a
   * Field is set needs none.
   *
   * @spec BL22
   */
  readonly needsFields?: (params: JsonObject) => readonly string[];
  /**
   * The Fields that certainly have a value after `output`. Default: all of `setsFields` after every output.
   *
   * @spec BL22
   */
  readonly fieldsAfter?: (params: JsonObject, output: string) => readonly string[];
  /**
   * The part of `setsFields` in which it saves answers and values, with the place of each name in its params.
   *
   * @spec RU57
   */
  readonly savesFields?: (params: JsonObject) => readonly SavedField[];
  /**
   * The params whose values are web addresses, perhaps with Fields; `cards/url` for the member `url` of the entries of
   * the list `cards`.
   *
   * @spec LI20
   */
  readonly urls?: readonly string[];
  /** The params whose texts, or lists of texts, a visitor reads in the block's format. @spec RX12, RX13 */
  readonly texts?: readonly string[];
  /** The params with addresses of pages that the visitor is asked to open. @spec LG27 */
  readonly opens?: readonly string[];
  /** The params whose values are email addresses, perhaps with Fields. @spec EM20 */
  readonly emails?: readonly string[];
  /** The part of `emails` to which it sends mail. @spec EM21 */
  readonly recipients?: readonly string[];
  /** The params in which late references such as `@{#last}` have a text. @spec LM24 */
  readonly takesLateReferences?: readonly string[];
  /** The params whose texts tell a language model what to do. @spec LM23 */
  readonly instructs?: readonly string[];
  /** Pairs of params with the lower and the upper bound of an answer. @spec LI21 */
  readonly ranges?: readonly (readonly [min: string, max: string])[];
  /** The accepted forms of an answer, if the visitor has to know one. @spec LI22 */
  readonly answerForms?: (params: JsonObject) => readonly AnswerForm[];
  /** It always saves a text, also one that looks like a number; or does so with these params. @spec LI23 */
  readonly savesText?: boolean | ((params: JsonObject) => boolean);
  /**
   * The list param whose entries visitors choose from, and the member with the text that they read. An entry may have a
   * condition `show`.
   *
   * @spec CX13, LI15
   */
  readonly offers?: { readonly param: string; readonly label: string };
  /** The list param whose entries a visitor's text is compared with, and the member with their phrases. @spec UN13 */
  readonly phrases?: { readonly param: string; readonly member: string };
  /** A language model chooses an entry of its list by the member `name`, given its params. @spec LI15 */
  readonly choosesByName?: (params: JsonObject) => boolean;
  /** It accepts any text as an answer, given its params. @spec EX21 */
  readonly acceptsAnyText?: (params: JsonObject) => boolean;
  /** The texts that answer it, if its params list no choices and few texts do. @spec KW15 */
  readonly answers?: (params: JsonObject) => readonly string[];
  /** It asks for a file, which visitors of the web chat upload. @spec FS7 */
  readonly takesFiles?: boolean;
  /** The params whose values are CEL expressions. @spec RU55 */
  readonly formulas?: readonly string[];
  /** The CEL expressions inside its params, such as in the entries of a list. @spec RU55 */
  readonly nestedFormulas?: (params: JsonObject) => readonly NestedFormula[];
  /** It may write Fields that its params do not name. @spec BL22 */
  readonly setsOtherFields?: boolean;
  /** A rule of this block that the param rules cannot express. */
  readonly check?: (params: JsonObject) => readonly BlockProblem[];
}

/** The words with which a visitor comes to an entry. */
export interface HeardWords {
  /** Heard only while no conversation is under way. */
  readonly isIdle: boolean;
  /** The conversation comes back to the block that waited. */
  readonly comesBack: boolean;
  /** In the order of comparison. */
  readonly words: readonly HeardWord[];
}

export interface HeardWord {
  /** As the author wrote it; the comparison folds both texts. */
  readonly text: string;
  /** How the visitor's text and the word are compared. */
  readonly match: 'is' | 'starts_with' | 'contains';
  /** The output by which the conversation leaves the entry. */
  readonly output: string;
  /** The page of the web chat offers the word. */
  readonly isShown: boolean;
  /** Name of the param with the text. */
  readonly param: string;
  /** Path from the value of the param to the text. */
  readonly at: readonly (string | number)[];
}

/** A block of a host: its definition, or an object of the runner's `defineBlock` with definition and behaviour. */
export type HostBlock = BlockDefinition | { readonly definition: BlockDefinition };

/** A form of an answer, such as of a date. */
export interface AnswerForm {
  /** For people: `dd/mm/yyyy`, or an example if it contains names: `21 November 2026`. */
  readonly shown: string;
  /** Finds an answer of this form in a text. */
  readonly example: RegExp;
}

export interface BlockProblem {
  /** Stable machine name of the violation. */
  readonly code: string;
  /** The rest of a sentence after the block's name. */
  readonly message: string;
  /** Name of the param at fault. */
  readonly param: string;
  /** The path from the value of the param to the fault, such as `[2, 'id']` in a list. */
  readonly at?: readonly (string | number)[];
  /** A fix, if there is one clear way. */
  readonly hint?: string;
}
