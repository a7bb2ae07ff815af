declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** Renders the API description at `url` into the element `dom_id`. */
  const SwaggerUI: (options: Record<string, unknown>) => void
  export { SwaggerUI as default }
}
