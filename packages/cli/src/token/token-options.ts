/** The flags of all commands on tokens. */
interface EveryTokenOption {
  /** The data folder of a server. */
  readonly data: string;
  /** Print for a program instead of a person. */
  readonly isJson: boolean;
}

export interface NewTokenOptions extends EveryTokenOption {
  readonly brand?: string;
  readonly person?: number;
  /** As the user typed them. Left out: all of them. */
  readonly permissions?: readonly string[];
  /** Left out: all of the brand, including later ones. */
  readonly workspaces?: readonly number[];
  /** Describes the use of the token to people. */
  readonly name?: string;
}

export interface ListTokensOptions extends EveryTokenOption {
  readonly brand?: string;
}

export interface RevokeTokensOptions extends EveryTokenOption {
  /** Ids, beginnings of ids, or names; `-` reads tokens from standard input. */
  readonly which: readonly string[];
}
