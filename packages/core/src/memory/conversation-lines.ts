import type { DueLine } from '../domain/slots/share-slots.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import { createWaitingLine, type WaitingLine } from './waiting-line.ts';

/** That a customer's conversation has something to work. */
export interface WorkRow {
  readonly brand: string;
  readonly customerNumber: number;
  readonly waitsSince: EpochMs;
  readonly work: 'step' | 'effects';
  /** When it may be claimed: under a lease, when that ends. */
  readonly dueAt: EpochMs;
  readonly worker?: string;
  readonly deaths: number;
  /** 1: if the lease ends with nobody releasing it, that is one death more. */
  readonly counting: 0 | 1;
  /** Of the shelf, when deaths were last looked at. */
  readonly clearings: number;
}

/** Rows of work by their customers, and in lines by when they are due. */
export interface ConversationLines {
  find(customerNumber: number): WorkRow | undefined;
  put(row: WorkRow): void;
  remove(customerNumber: number): void;
  leased(): readonly WorkRow[];
  /** Takes a row out of its line whose lease has ended. */
  takeEnded(now: EpochMs): WorkRow | undefined;
  /** Of what is free and due, a line a brand: first those behind `after` by name. */
  due(work: WorkRow['work'], now: EpochMs, after: string): readonly DueLine<WorkRow>[];
}

/** A row that was replaced stays in its line, unseen, until it comes to the front. */
export function createConversationLines(): ConversationLines {
  const rows = new Map<number, WorkRow>();
  const leased = new Set<WorkRow>();
  const ends = newLine();
  const free = { step: new Map<string, WaitingLine<WorkRow>>(), effects: new Map<string, WaitingLine<WorkRow>>() };

  function newLine(): WaitingLine<WorkRow> {
    return createWaitingLine<WorkRow>({
      isBefore: (a, b) => a.dueAt < b.dueAt,
      isCurrent: (row) => rows.get(row.customerNumber) === row,
    });
  }

  function lineOf({ work, brand, worker }: WorkRow): WaitingLine<WorkRow> {
    if (worker !== undefined) return ends;
    const line = free[work].get(brand) ?? newLine();
    free[work].set(brand, line);
    return line;
  }

  function remove(customerNumber: number): void {
    const row = rows.get(customerNumber);
    rows.delete(customerNumber);
    if (row !== undefined) leased.delete(row);
  }

  return {
    find: (customerNumber) => rows.get(customerNumber),
    put(row) {
      remove(row.customerNumber);
      rows.set(row.customerNumber, row);
      if (row.worker !== undefined) leased.add(row);
      lineOf(row).add(row);
    },
    remove,
    leased: () => [...leased],
    takeEnded(now) {
      const row = ends.first();
      return row !== undefined && row.dueAt <= now ? ends.takeFirst() : undefined;
    },
    due(work, now, after) {
      const lines = free[work];
      for (const [brand, line] of lines) if (line.first() === undefined) lines.delete(brand);
      const names = [...lines.keys()].sort();
      const turn = names.findIndex((name) => name > after);
      const inTurn = turn === -1 ? names : [...names.slice(turn), ...names.slice(0, turn)];
      return inTurn.flatMap((brand) => dueLine(brand, lines.get(brand), now));
    },
  };
}

function dueLine(brand: string, line: WaitingLine<WorkRow> | undefined, now: EpochMs): readonly DueLine<WorkRow>[] {
  if (line === undefined) return [];
  function first(): WorkRow | undefined {
    const row = line?.first();
    return row !== undefined && row.dueAt <= now ? row : undefined;
  }
  return [{ brand, first, takeFirst: () => void line.takeFirst() }];
}
