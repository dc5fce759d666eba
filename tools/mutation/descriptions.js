/** Properties that only describe a route: linters and system tests cover them. */
const PROPERTIES = new Set(['id', 'tag', 'summary', 'description', 'example', 'bodyExample'])

/** Excludes the API description from mutation: unit tests do not read them. */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'descriptions',
    value: { shouldIgnore: (path) => (isDescription(path) ? 'API description' : undefined) },
  },
]

/** In `route({ summary: … })` and `schema.meta({ … })`. */
function isDescription({ node, parent, parentPath, listKey }) {
  if (listKey === 'arguments' && parent.callee.property?.name === 'meta') return true
  const isOfRoute = parentPath?.parent?.callee?.name === 'route'
  return isOfRoute && node.type === 'ObjectProperty' && PROPERTIES.has(node.key.name)
}
