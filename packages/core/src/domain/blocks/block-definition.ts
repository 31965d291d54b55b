import type { JsonObject, JsonValue } from '../json/json-value.ts';

/** A Field in which a block saves an answer or a value, and where its params name it. */
export interface SavedField {
  readonly name: string;
  readonly param: string;
  /** Path from the param's value to the Field name, such as `[2, 'destination']` in a list. */
  readonly at?: readonly (string | number)[];
}

export type ParamType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'any';

/** Plan tiers, from the lowest. */
export const planTiers = ['sandbox', 'starter', 'professional', 'business'] as const;
export type PlanTier = (typeof planTiers)[number];

export interface ParamRules {
  /** Source of a regular expression, matched anywhere unless anchored, with the `u` flag. */
  readonly pattern?: string;
  /** In Unicode code points. */
  readonly minLength?: number;
  /** In Unicode code points. */
  readonly maxLength?: number;
  readonly enum?: readonly (string | number | boolean)[];
  readonly min?: number;
  readonly max?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Refuses a blank string, an empty list and an empty object. */
  readonly nonEmpty?: boolean;
}

export interface ParamDefinition {
  readonly name: string;
  readonly type: ParamType;
  readonly required: boolean;
  /** Absent means that the param has no default. */
  readonly default?: JsonValue;
  readonly rules: ParamRules;
  /** The param counts only while another param has one of these values. */
  readonly readWhen?: { readonly param: string; readonly values: readonly JsonValue[] };
  readonly description: string;
}

/** One output for each entry of a list param: `prefix` followed by the entry's member `each`. */
export interface OutputDerivation {
  readonly param: string;
  readonly each: string;
  readonly prefix: string;
}

/** The shape of a block while its selector matches. A block of one shape has one variant with no selector. */
export interface BlockVariant {
  readonly selector: readonly { readonly param: string; readonly values: readonly JsonValue[] }[];
  readonly params: readonly ParamDefinition[];
  /** Fixed outputs, in the order an editor shows them. */
  readonly outputs: readonly string[];
  readonly outputDerivations: readonly OutputDerivation[];
  readonly requiredTier: PlanTier;
  /** The channel families that it runs on; absent means all. */
  readonly channelRestriction?: readonly string[];
}

/** A param whose value names something outside the diagram. */
export type BlockReference =
  | {
      readonly to: 'bot';
      readonly param: string;
      /**
       * Param that names the block of that bot to go to; a blank one, or none, means its greeting. A reference with it is
       * a jump: the conversation goes on there.
       */
      readonly block?: string;
    }
  | { readonly to: 'account'; readonly param: string; readonly kind: string };

/**
 * Describes one kind of block. Shipped blocks and blocks of a host have this type and are treated alike.
 */
export interface BlockDefinition {
  /** Semantic name, such as `ask_question`: what block-level writes and the catalog use. */
  readonly name: string;
  /** Storage name, such as `var_text`: what a stored node carries. */
  readonly template: string;
  readonly title: string;
  readonly description: string;
  readonly group: string;
  /** `false` for blocks that a diagram contains but nobody can add, such as the start point. */
  readonly placeable: boolean;
  readonly canBeWelcome: boolean;
  /** The conversation stops here until the visitor answers or somebody acts. */
  readonly waits: boolean;
  /**
   * The block waits, but may also go on at once, so a loop through it can run without end. The catalog does not list
   * it.
   *
   * @spec RU54
   */
  readonly mayGoOnAtOnce?: boolean;
  /** A conversation may end at this block, so no lint requires a connection that leaves it. @spec LI8 */
  readonly mayEnd?: boolean;
  readonly variants: readonly BlockVariant[];
  readonly references?: readonly BlockReference[];
  /** Names of the Fields that the block writes, given its params. */
  readonly setsFields?: (params: JsonObject) => readonly string[];
  /** Names of the Fields that it reads other than by `@{name}` in its texts. */
  readonly readsFields?: (params: JsonObject) => readonly string[];
  /**
   * Those of `readsFields` that must have a value when the block runs; absent means all of them. A block that asks
   * whether a Field is set needs none.
   *
   * @spec BL22
   */
  readonly needsFields?: (params: JsonObject) => readonly string[];
  /**
   * The Fields that certainly have a value once the block is left by `output`; absent means all of `setsFields`,
   * whatever the output.
   *
   * @spec BL22
   */
  readonly fieldsAfter?: (params: JsonObject, output: string) => readonly string[];
  /**
   * Those of `setsFields` in which it saves answers and values, with the place of each name in its params.
   *
   * @spec RU57
   */
  readonly savesFields?: (params: JsonObject) => readonly SavedField[];
  /** The params whose values are addresses of the web, in which Fields may be inserted. @spec LI20 */
  readonly urls?: readonly string[];
  /** Pairs of params that bound an answer from below and from above. @spec LI21 */
  readonly ranges?: readonly (readonly [min: string, max: string])[];
  /** The forms in which an answer is accepted, where the visitor has to know one. @spec LI22 */
  readonly answerForms?: (params: JsonObject) => readonly AnswerForm[];
  /** What it saves is always a text, also when it looks like a number. @spec LI23 */
  readonly savesText?: boolean;
  /** The params whose values are CEL expressions. @spec RU55 */
  readonly formulas?: readonly string[];
  /** It may also write Fields that its params do not name. @spec BL22 */
  readonly setsOtherFields?: boolean;
  /** A rule of this block that the param rules cannot express. */
  readonly check?: (params: JsonObject) => readonly BlockProblem[];
}

/** A block of a host: its definition, alone or beside what the block does, as `defineBlock` of the runner makes it. */
export type HostBlock = BlockDefinition | { readonly definition: BlockDefinition };

/** A form of an answer, such as that of a date. */
export interface AnswerForm {
  /** As a person writes it: `dd/mm/yyyy`, or an example where there are names in it: `21 November 2026`. */
  readonly shown: string;
  /** Finds an answer of this form in a text. */
  readonly example: RegExp;
}

export interface BlockProblem {
  readonly code: string;
  /** The rest of a sentence that begins with the block's name. */
  readonly message: string;
  readonly param: string;
  /** The path from the value of the param to the fault, such as `[2, 'id']` in a list. */
  readonly at?: readonly (string | number)[];
  readonly hint?: string;
}
