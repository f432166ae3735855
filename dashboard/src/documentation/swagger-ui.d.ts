declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  type Component = (props: Record<string, unknown>) => unknown;

  /** The system of Swagger UI has the React that its components are made with. */
  interface System {
    React: { createElement: (component: Component, props: object) => unknown };
  }

  /** The operations of each tag: an ordered map of Immutable.js. */
  export interface TaggedOperations {
    filter: (test: (operations: unknown, tag: string) => boolean) => TaggedOperations;
    keySeq: () => { toArray: () => string[] };
  }

  /** Replaces all references in one part of an OpenAPI document. */
  type Resolve = (document: Record<string, unknown>, path: string[], options: object) => Promise<unknown>;

  /** An extension of Swagger UI, which replaces components by name, and functions when they are loaded. */
  export type Plugin = (system: System) => {
    wrapComponents?: Record<string, (original: Component) => Component>;
    afterLoad?: (this: { fn: { resolveSubtree: Resolve } }) => void;
  };

  /** Shows an OpenAPI document in the page. */
  export default function SwaggerUI(options: Record<string, unknown>): void;
}
