import type { Bot } from '../../domain/bot.ts';
import type { AccountReference } from '../../domain/diagram/block-references.ts';
import type { Diagram } from '../../domain/diagram/diagram.ts';
import type { CheckResult } from '../../domain/rules/violation.ts';
import { type Needs, needs } from '../use-case/use-case.ts';
import { type ActiveBots, type KnownAccounts, noKnownAccounts, unknownAccounts } from './diagram-facts.ts';
import { isLargeText, type LargeDiagramWork } from './large-diagram-queue.ts';

/** A large diagram and the result of its check, which ran in the queue before this run of the use-case. */
export interface EarlyCheck {
  readonly diagram: Diagram;
  readonly diagramJson: string;
  readonly check: CheckResult;
  /** The active bots that the diagram names. */
  readonly linkedBots: ActiveBots;
}

/**
 * A bot whose diagram is checked. A bot that is not stored yet has no number, so that none of its blocks can name it.
 */
export type CheckedBot = Pick<Bot, 'channelFamily'> & Partial<Pick<Bot, 'number' | 'id'>>;

/** A large diagram to check. */
export interface CheckedDiagram {
  readonly bot: CheckedBot;
  readonly diagram: Diagram;
  readonly diagramJson: string;
}

export interface CheckFactsSources {
  accountsOf(diagram: Diagram): readonly AccountReference[];
  lookUp(known: KnownAccounts, wanted: readonly AccountReference[]): Promise<KnownAccounts>;
  checkInPieces(of: CheckedDiagram, accounts: KnownAccounts, turn: LargeDiagramWork): Promise<EarlyCheck>;
  /** Enters the queue of large diagrams. */
  enter(work: (turn: LargeDiagramWork) => Promise<void>): Promise<void>;
}

/**
 * Facts that the checks of one use-case need and the store does not have. They are obtained between the runs of the
 * use-case, so that no transaction waits for them.
 *
 * @spec DR11, DR12, DR44
 */
export class CheckFacts {
  readonly #sources: CheckFactsSources;
  #accounts = noKnownAccounts;
  #turn: LargeDiagramWork | undefined;
  #endTurn: (() => Promise<unknown>) | undefined;
  #early: EarlyCheck | undefined;

  constructor(sources: CheckFactsSources) {
    this.#sources = sources;
  }

  /** The accounts that were looked up. */
  get accounts(): KnownAccounts {
    return this.#accounts;
  }

  /** The turn in the queue of large diagrams, from its first need to the end of the use-case. */
  get turn(): LargeDiagramWork | undefined {
    return this.#turn;
  }

  get early(): EarlyCheck | undefined {
    return this.#early;
  }

  /** Whether a text is too large to parse and check without a turn, and the use-case has no turn. */
  lacksTurn(diagramJson: string): boolean {
    return this.#turn === undefined && isLargeText(diagramJson);
  }

  needsTurn(): Needs {
    return needs(() => this.takeTurn());
  }

  /** @returns `undefined`: all accounts were looked up. */
  needsAccounts(references: readonly AccountReference[]): Needs | undefined {
    if (unknownAccounts(this.#accounts, references).length === 0) return undefined;
    return needs(() => this.#lookUp(references));
  }

  /** Requires a check in the turn of the use-case. */
  needsCheck(of: CheckedDiagram): Needs {
    return needs(async () => {
      await this.#turn?.pause();
      await this.#lookUp(this.#sources.accountsOf(of.diagram));
      if (this.#turn === undefined) throw new Error('A large diagram is checked out of turn.');
      this.#early = await this.#sources.checkInPieces(of, this.#accounts, this.#turn);
    });
  }

  async takeTurn(): Promise<void> {
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    await new Promise<void>((resolve, reject) => {
      const left = this.#sources.enter((turn) => {
        this.#turn = turn;
        resolve();
        return isOver;
      });
      this.#endTurn = () => {
        end();
        return left;
      };
      left.catch(reject);
    });
  }

  async endTurn(): Promise<void> {
    if (this.#turn === undefined) return;
    this.#turn = undefined;
    await this.#endTurn?.();
  }

  /** Ends the turn before a call to the outside, and takes another turn afterwards. */
  async #lookUp(references: readonly AccountReference[]): Promise<void> {
    const wanted = unknownAccounts(this.#accounts, references);
    if (wanted.length === 0) return;
    const hadTurn = this.#turn !== undefined;
    await this.endTurn();
    this.#accounts = await this.#sources.lookUp(this.#accounts, wanted);
    if (hadTurn) await this.takeTurn();
  }
}
