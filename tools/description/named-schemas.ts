type JsonObject = Readonly<Record<string, unknown>>

/**
 * Moves named schemas (`$defs`) to the components of an OpenAPI document, once each, and adapts the
 * references to them. A schema with a reference keeps only the reference and its description.
 */
export function withNamedSchemas<D extends { components?: object }>(description: D): D {
  const named: Record<string, unknown> = {}
  const moved = JSON.parse(JSON.stringify(description), (key: string, value: unknown) => {
    if (key === '$ref' && typeof value === 'string')
      return value.replace(/^#\/\$defs\//, COMPONENTS)
    if (!isObject(value) || !isObject(value['$defs'])) return value
    const { $defs, ...schema } = value
    Object.assign(named, $defs)
    const { $ref, description } = schema
    if ($ref === undefined) return schema
    return { $ref, ...(description !== undefined && { description }) }
  }) as D & { components?: { schemas?: object } }
  if (Object.keys(named).length === 0) return moved
  const { components = {} } = moved
  return { ...moved, components: { ...components, schemas: { ...named, ...components.schemas } } }
}

const COMPONENTS = '#/components/schemas/'

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
