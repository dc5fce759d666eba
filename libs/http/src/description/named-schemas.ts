type Part = Readonly<Record<string, unknown>>

/**
 * A description whose schemas hold parts with names (`$defs`, referred to as `#/$defs/Name`), with those parts
 * among its components, once each, and the references leading there. A schema that is such a reference says
 * nothing else but its own description.
 */
export function withNamedSchemas<D extends { components?: object }>(description: D): D {
  const named: Record<string, unknown> = {}
  const moved = JSON.parse(JSON.stringify(description), (key: string, value: unknown) => {
    if (key === '$ref' && typeof value === 'string') return value.replace(/^#\/\$defs\//, AMONG_ALL)
    if (!isPart(value) || !isPart(value['$defs'])) return value
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

const AMONG_ALL = '#/components/schemas/'

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
