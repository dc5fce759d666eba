/** The parts of an OpenAPI description that services differ in. */
export interface ApiDescription {
  openapi: string
  info: { title: string; version: string }
  paths?: Readonly<Record<string, unknown>>
  components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/**
 * One description of all that can be reached through the gateway. Schemas that services share have
 * one name and one shape, so the first description that holds one is as good as any.
 */
export function mergeDescriptions(
  title: string,
  descriptions: readonly ApiDescription[],
): ApiDescription {
  const paths: Record<string, unknown> = {}
  const components: Record<string, Record<string, unknown>> = {}
  for (const description of descriptions) {
    Object.assign(paths, description.paths)
    for (const [kind, parts] of Object.entries(description.components ?? {})) {
      components[kind] = { ...parts, ...components[kind] }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths,
    components,
  }
}
