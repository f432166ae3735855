declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  type Component = (props: Record<string, unknown>) => unknown;

  /** The system of Swagger UI has the React that its components are made with. */
  interface System {
    React: { createElement: (component: Component, props: object) => unknown };
  }

  /** An extension of Swagger UI, which replaces components by name. */
  export type Plugin = (system: System) => {
    wrapComponents: Record<string, (original: Component) => Component>;
  };

  /** Shows an OpenAPI document in the page. */
  export default function SwaggerUI(options: Record<string, unknown>): void;
}
