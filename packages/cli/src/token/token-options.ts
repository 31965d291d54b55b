/** The flags that all commands on tokens have. */
interface EveryTokenOption {
  /** The data folder of a server. */
  readonly data: string;
  /** Print for a program, not for a person. */
  readonly isJson: boolean;
}

export interface NewTokenOptions extends EveryTokenOption {
  readonly brand?: string;
  readonly person?: number;
  /** As they were typed. Left out: all of them. */
  readonly permissions?: readonly string[];
  /** Left out: all of the brand, also later ones. */
  readonly workspaces?: readonly number[];
  /** Says to people what the token is for. */
  readonly name?: string;
}

export interface ListTokensOptions extends EveryTokenOption {
  readonly brand?: string;
}

export interface RevokeTokensOptions extends EveryTokenOption {
  /** Ids, beginnings of ids, or names; `-` reads tokens from standard input. */
  readonly which: readonly string[];
}
