import { callDependency, EngineError } from './engine-error.ts';
import type { EngineStorage } from './events/engine-storage.ts';
import type { Part } from './use-case/use-case.ts';

/** The brands that an engine serves: the brands of its registry, or each brand for which the host's function is true. */
export type ServedBrands = 'declared' | ((brand: string) => boolean | Promise<boolean>);

/** Keeps callers of brands that the host has not declared from the use-cases. @spec TN18, TN19, TN20 */
export interface BrandGate {
  /**
   * @param isDeclared - Whether the registry has the brand, if that was read already.
   * @throws {EngineError} `dependency_failed` when the host's function fails.
   */
  serves(brand: string, isDeclared?: boolean): Promise<boolean>;
  /** @throws {EngineError} `not_authenticated`, `dependency_failed` */
  require(brand: string): Promise<void>;
  /** Makes the check of one use-case. Absent: every brand is served. */
  readonly begin?: () => BrandCheck;
}

/** The check of the brand of one call. */
export interface BrandCheck {
  /** Asks the host, before the call. @throws {EngineError} `not_authenticated`, `dependency_failed` */
  before(brand: string): Promise<void>;
  /** Reads the brand together with the first loads of the call. @throws {EngineError} `not_authenticated` */
  within<T>(part: Part<T>): Part<T>;
}

/** @throws {TypeError} when the option is invalid. */
export function brandGate(storage: Pick<EngineStorage, 'reads'>, served: ServedBrands | undefined): BrandGate {
  if (served === undefined) return gateOf(async () => true);
  if (served === 'declared') {
    const serves: BrandGate['serves'] = async (brand, isDeclared) =>
      isDeclared ?? (await storage.reads(brand).load({ kind: 'brand' })) !== undefined;
    return { ...gateOf(serves), begin: checkOfRegistry };
  }
  if (typeof served !== 'function') throw new TypeError("The option brands is 'declared' or a function.");
  const gate = gateOf((brand) => callDependency(async () => (await served(brand)) === true));
  return { ...gate, begin: () => checkOfHost(gate) };
}

function gateOf(serves: BrandGate['serves']): BrandGate {
  return {
    serves,
    async require(brand) {
      if (!(await serves(brand))) throw notServed();
    },
  };
}

function checkOfRegistry(): BrandCheck {
  let isChecked = false;
  return {
    async before() {},
    *within(part) {
      let step = part.next([]);
      if (!isChecked) {
        const loads = step.done === true ? [] : step.value;
        const answers = yield [...loads, { kind: 'brand' }];
        if (answers.at(-1) === undefined) throw notServed();
        isChecked = true;
        if (step.done !== true) step = part.next(answers.slice(0, -1));
      }
      while (step.done !== true) step = part.next(yield step.value);
      return step.value;
    },
  };
}

function checkOfHost({ require }: BrandGate): BrandCheck {
  return { before: require, within: (part) => part };
}

/** The message is the same for wrong credentials. */
function notServed(): EngineError {
  return new EngineError('not_authenticated', { cause: new Error('The host has not declared the brand.') });
}
