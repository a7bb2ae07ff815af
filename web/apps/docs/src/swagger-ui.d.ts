declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** Renders the API description at `url` into the element `domNode`. */
  const SwaggerUI: (options: Record<string, unknown>) => void

  // biome-ignore lint/style/noDefaultExport: the package has no other export
  export { SwaggerUI as default }
}
