import { localRateLimiter } from '@botwright/core/memory';
import { type Clock, createWorkerSlots, hasFairSlot, type RateDecision } from '@botwright/core/ports';
import { addressGroup, addressLimiter } from '../rates/address-limiter.ts';

/** Limits of one process for visitors. Each is an integer from 1. */
export interface VisitorLimits {
  /** Conversations that begin from one address in an hour; default 20. */
  readonly beginnings: number;
  /** Requests of one address in a second; default 10. */
  readonly requestsPerAddress: number;
  /** Requests of one visitor in a second; default 5. */
  readonly requestsPerVisitor: number;
  /** Concurrent streams of one address; default 10. */
  readonly streamsPerAddress: number;
  /** Concurrent streams of one visitor; default 3. A further one ends the oldest. */
  readonly streamsPerVisitor: number;
  /**
   * Concurrent streams, waiting requests and transfers of files of all visitors; default 1,000. A brand gets another place only if the free
   * places are not fewer than its used places.
   */
  readonly streamsInAll: number;
  /** Files that one visitor uploads in an hour; default 20. */
  readonly filesPerVisitor: number;
  /** Files that visitors of one address upload in an hour; default 100. */
  readonly filesPerAddress: number;
  /** Requests of one address in a second that read uploaded files; default 50. */
  readonly fileReadsPerAddress: number;
}

/** The limits that `WebChatApiOptions.limits` leaves out. */
export const defaultVisitorLimits: VisitorLimits = {
  beginnings: 20,
  requestsPerAddress: 10,
  requestsPerVisitor: 5,
  streamsPerAddress: 10,
  streamsPerVisitor: 3,
  streamsInAll: 1_000,
  filesPerVisitor: 20,
  filesPerAddress: 100,
  fileReadsPerAddress: 50,
};

const hourMs = 60 * 60 * 1_000;
/** For a client with too many streams: one of them must end first. */
const streamsBusyMs = 5_000;
const busy = Object.freeze({ kind: 'refused', retryAfterMs: streamsBusyMs } as const);

/** An open stream. */
interface OpenStream {
  end(): void;
}

/** A visitor, and where their request comes from. */
interface VisitorPlace {
  readonly brand: string;
  readonly address: string | undefined;
  readonly customer: number;
}

export interface VisitorBounds {
  admitRequest(address: string | undefined): RateDecision;
  admitVisitor(customer: number): RateDecision;
  admitBeginning(address: string | undefined): RateDecision;
  /**
   * Takes a place for a stream, and ends the oldest stream of a visitor at the limit.
   *
   * @returns Frees the place; or a refusal.
   */
  openStream(by: VisitorPlace, stream: OpenStream): (() => void) | Extract<RateDecision, { kind: 'refused' }>;
  /**
   * Takes a place for a request of a brand's visitor that waits for answers, or transfers a file.
   *
   * @returns Frees it; `undefined` when none is free.
   */
  takeWaiting(brand: string): (() => void) | undefined;
  /** Counts the read of a file. */
  admitFileRead(address: string | undefined): RateDecision;
  /**
   * Counts an upload, and takes a place for it. A visitor uploads one file at a time.
   *
   * @returns Frees the place; or a refusal.
   */
  openUpload(by: VisitorPlace): (() => void) | Extract<RateDecision, { kind: 'refused' }>;
}

/**
 * Counts requests of visitors in bounded memory of this process: anonymous requests store nothing.
 *
 * @throws {TypeError} when a limit is not an integer from 1.
 * @spec WC12, WC13, WC14, WC15, WC33, FS30, FS31, FS35
 */
export function visitorBounds(given: Partial<VisitorLimits> = {}, clock: Clock): VisitorBounds {
  const limits = { ...defaultVisitorLimits, ...given };
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isSafeInteger(value) || value < 1) throw new TypeError(`The limit ${name} is an integer from 1.`);
  }
  const requests = addressLimiter({ perAddress: limits.requestsPerAddress });
  const beginnings = addressLimiter({ perAddress: limits.beginnings, windowMs: hourMs });
  const visitors = localRateLimiter();
  const fileReads = addressLimiter({ perAddress: limits.fileReadsPerAddress });
  const filesOfAddresses = addressLimiter({ perAddress: limits.filesPerAddress, windowMs: hourMs });
  const filesOfVisitors = localRateLimiter();
  const uploading = new Set<number>();
  const byAddress = createWorkerSlots(Number.POSITIVE_INFINITY);
  const byVisitor = new Map<number, OpenStream[]>();
  const places = createWorkerSlots(limits.streamsInAll);

  /** @returns Frees the place; `undefined` when the brand may take no more. */
  function takePlace(brand: string): (() => void) | undefined {
    if (!hasFairSlot(places, brand)) return undefined;
    places.take(brand);
    return () => places.release(brand);
  }

  return {
    admitRequest: (address) => requests.admit(address, clock.now()),
    admitVisitor: (customer) =>
      visitors.admitNow(String(customer), {
        now: clock.now(),
        limit: limits.requestsPerVisitor,
        windowMs: 1_000,
      }),
    admitBeginning: (address) => beginnings.admit(address, clock.now()),
    openStream({ brand, address, customer }, stream) {
      const group = address === undefined ? undefined : addressGroup(address);
      const ofAddress = group === undefined ? 0 : (byAddress.held.get(group) ?? 0);
      const leave = ofAddress < limits.streamsPerAddress ? takePlace(brand) : undefined;
      if (leave === undefined) return busy;
      const open = byVisitor.get(customer) ?? [];
      byVisitor.set(customer, open);
      open.push(stream);
      for (const each of open.slice(0, Math.max(0, open.length - limits.streamsPerVisitor))) each.end();
      if (group !== undefined) byAddress.take(group);
      let isFree = false;
      return () => {
        if (isFree) return;
        isFree = true;
        leave();
        if (group !== undefined) byAddress.release(group);
        open.splice(open.indexOf(stream), 1);
        if (open.length === 0) byVisitor.delete(customer);
      };
    },
    takeWaiting: takePlace,
    admitFileRead: (address) => fileReads.admit(address, clock.now()),
    openUpload({ brand, address, customer }) {
      if (uploading.has(customer)) return busy;
      const leave = takePlace(brand);
      if (leave === undefined) return busy;
      const now = clock.now();
      const visit = { now, limit: limits.filesPerVisitor, windowMs: hourMs };
      const ofVisitor = filesOfVisitors.admitNow(String(customer), visit);
      const decision = ofVisitor.kind === 'refused' ? ofVisitor : filesOfAddresses.admit(address, now);
      if (decision.kind === 'refused') {
        leave();
        return decision;
      }
      uploading.add(customer);
      return () => {
        uploading.delete(customer);
        leave();
      };
    },
  };
}
