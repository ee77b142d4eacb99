declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** Renders the document into `domNode`. */
  const SwaggerUIBundle: (options: { domNode: HTMLElement; spec: object } & Record<string, unknown>) => unknown
  export default SwaggerUIBundle
}
declare module 'swagger-ui-dist/swagger-ui.css'
