/** What only describes a route: two linters and a test of the whole hold it. */
const TEXTS = new Set(['id', 'tag', 'summary', 'description', 'example', 'bodyExample'])

/** Leaves the texts of the API description as they are: no test of a unit reads them. */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'descriptions',
    value: { shouldIgnore: (path) => (isText(path) ? 'text of a description' : undefined) },
  },
]

/** In `route({ summary: … })` and `schema.meta({ … })`. */
function isText({ node, parent, parentPath, listKey }) {
  if (listKey === 'arguments' && parent.callee.property?.name === 'meta') return true
  const isOfRoute = parentPath?.parent?.callee?.name === 'route'
  return isOfRoute && node.type === 'ObjectProperty' && TEXTS.has(node.key.name)
}
