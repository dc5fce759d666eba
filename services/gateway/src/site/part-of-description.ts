import { z } from 'zod'

/** The groups of operations, in reading order. */
export const TAGS = {
  Projects: 'The registry of projects and their technologies.',
  Landscape: 'Projects, directorates and banners for pages.',
  Repositories: 'Statistics and languages of repositories.',
  Radar: 'The technology radar: current state, past states and changes.',
  Technologies: 'Technologies with their uses, differences from the radar, and search.',
  Administration: 'Banners, technology lists and technology names.',
  History: 'Changes with their authors, and how to revert them.',
  'Assistant usage': 'Usage of code assistants, by organisation and team.',
  'Source-control sign-in':
    'The session at the source-control host, which shows the teams of a user.',
  Caller: 'The identity of the caller, and logout.',
  Pages: 'Pages for browsers.',
  Health: 'Liveness and readiness.',
  Reference: 'This description and its page.',
} as const

export type Tag = keyof typeof TAGS

const Operation = z.looseObject({
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.unknown())),
})

/** An OpenAPI description, as far as its parts differ. */
export const Description = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  tags: z.array(z.looseObject({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.record(z.string(), z.record(z.string(), z.unknown())),
})
export type Description = z.infer<typeof Description>

/** The operations of one tag, with the components that they use. */
export function descriptionOfTag(description: Description, tag: Tag): Description {
  const { tags, paths, components, ...others } = description
  const tagged = Object.entries(paths).flatMap(([path, methods]) => {
    const operations = Object.entries(methods).filter(([, one]) => one.tags.includes(tag))
    return operations.length > 0 ? [[path, Object.fromEntries(operations)] as const] : []
  })
  const selected = {
    ...others,
    tags: tags.filter(({ name }) => name === tag),
    paths: Object.fromEntries(tagged),
  }
  return { ...selected, components: usedBy(selected, components) }
}

function usedBy(
  part: Pick<Description, 'paths'>,
  components: Description['components'],
): Description['components'] {
  const used: Description['components'] = {}
  const use = (kind: string, name: string) => {
    const component = components[kind]?.[name]
    if (component === undefined || used[kind]?.[name] !== undefined) return
    used[kind] = { ...used[kind], [name]: component }
    useReferences(component)
  }
  const useReferences = (value: unknown) => {
    const references = JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)
    for (const [, kind = '', name = ''] of references) use(kind, name)
  }
  useReferences(part)
  const operations = Object.values(part.paths).flatMap((methods) => Object.values(methods))
  for (const name of operations.flatMap(({ security }) => security.flatMap(Object.keys)))
    use('securitySchemes', name)
  return used
}
