declare module 'bpmn-moddle' {
  export class BpmnModdle {
    fromXML(xml: string): Promise<{ readonly rootElement: object }>;
  }
}

declare module 'bpmnlint/lib/linter.js' {
  // biome-ignore lint/style/noDefaultExport: so the library exports it.
  export default class Linter {
    constructor(options: { readonly config: object; readonly resolver: object });
    /** By the name of the rule. */
    lint(root: object): Promise<Readonly<Record<string, readonly object[]>>>;
  }
}

declare module 'bpmnlint/lib/resolver/node-resolver.js' {
  // biome-ignore lint/style/noDefaultExport: so the library exports it.
  export default class NodeResolver {}
}
