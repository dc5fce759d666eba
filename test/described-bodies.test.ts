import { describe, expect, it } from '@jest/globals'
import { readDescription } from './support/described.ts'

interface Schema {
  $ref?: string
  type?: string
  enum?: string[]
  required?: string[]
  minItems?: number
  items: Schema
  properties: Record<string, Schema>
}
interface Operation {
  description: string
  requestBody: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description?: string; content?: object }>
}

const { paths, components } = readDescription() as unknown as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
const operationOf = (method: string, path: string) => paths[path]![method]!
const schemaOf = (name: string) => components.schemas[name]!

describe('the description of projects', () => {
  // spec: 2.1-s1a
  it('has the members of a project', () => {
    const { schema } = operationOf('post', '/api/v1/projects').requestBody.content[
      'application/json'
    ]!
    expect(schema).toEqual({ $ref: '#/components/schemas/Project' })
    for (const name of ['Project', 'ListedProject'])
      expect(Object.keys(schemaOf(name).properties)).toContain('supporting_tools')
    expect(schemaOf('Project').required).toEqual(['user', 'details'])
    expect(schemaOf('Project').properties['details']).toMatchObject({ type: 'array', minItems: 1 })
    expect(schemaOf('ProjectDetails').required).toEqual(['name'])
    // `fields` may omit any section.
    expect(schemaOf('ListedProject')).not.toHaveProperty('required')
  })

  it('describes a deletion without content', () => {
    const { responses } = operationOf('delete', '/api/v1/projects/{project_name}')
    expect(responses['204']).not.toHaveProperty('content')
  })
})

describe('the description of a radar', () => {
  // spec: 2.4-r2c 4.3-s1
  it('has the members that are validated', () => {
    const { properties, required } = schemaOf('RadarSubmission')
    expect(required).toEqual(['entries'])
    expect(properties['rings']!.items.required).toEqual(['id', 'name'])
    const entry = properties['entries']!.items
    expect(entry.required).toEqual(['id', 'title', 'quadrant', 'timeline'])
    expect(entry.properties['timeline']).toMatchObject({ type: 'array', minItems: 1 })
    expect(entry.properties['timeline']!.items.required).toContain('ringId')
    expect(properties['dryRun']!.type).toBe('boolean')
  })

  it.each(['/review/api/tech-radar/update', '/admin/api/tech-radar/update'])(
    'names the changes of others that %s keeps',
    (path) => {
      expect(operationOf('post', path).description).toContain('`kept` lists entries')
    },
  )

  it('describes the feed as Atom', () => {
    const { content } = operationOf('get', '/api/tech-radar/feed.atom').responses['200']!
    expect(content).toHaveProperty(['application/atom+xml', 'schema'], { type: 'string' })
  })
})

describe('the description of an edit', () => {
  it('has the operations of a preview', () => {
    expect(Object.keys(schemaOf('Message').properties)).toEqual(['message', 'dryRun', 'operations'])
    expect(schemaOf('Operation').properties['op']!.enum).toEqual(['add', 'remove', 'replace'])
  })

  it.each(['/admin/api/array-data/update', '/admin/api/banners', '/review/api/tech-radar/update'])(
    'explains a large removal by %s',
    (path) => {
      const { description, responses } = operationOf('post', path)
      for (const term of ['removed', 'undo']) expect(description).toContain(`\`${term}\``)
      expect(responses['409']?.description).toContain('conflict')
    },
  )
})
