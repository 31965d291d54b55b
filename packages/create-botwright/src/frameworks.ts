/** A framework of an app, and the parts of Botwright for it. */
export interface Framework {
  readonly title: string;
  readonly adapter: string;
  /** Major versions that work. */
  readonly majors: readonly number[];
}

/** By the names of their packages. */
export const frameworks = {
  express: { title: 'Express', adapter: '@botwright/http-express', majors: [4, 5] },
  hono: { title: 'Hono', adapter: '@botwright/http-hono', majors: [4] },
  fastify: { title: 'Fastify', adapter: '@botwright/http-fastify', majors: [5] },
  next: { title: 'Next', adapter: '@botwright/http-hono', majors: [15, 16] },
} as const satisfies Record<string, Framework>;

export type FrameworkName = keyof typeof frameworks;

export function isFramework(name: string): name is FrameworkName {
  return Object.hasOwn(frameworks, name);
}

/** The packages that the added module imports. */
export function packagesFor(name: FrameworkName): readonly string[] {
  return ['@botwright/core', frameworks[name].adapter, '@botwright/web-chat'];
}
