declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** Shows an OpenAPI document in the page. */
  export default function SwaggerUI(options: Record<string, unknown>): void;
}
