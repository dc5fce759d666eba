import { describe, expect, it } from '@jest/globals'
import { ProjectShape } from '@landscape/contracts/project-shape'
import request from 'supertest'
import { z } from 'zod'
import { at, PROJECTS } from './project-service.ts'
import { kim, flags, DOCUMENTED, valueAt, app, records } from './documented-project.ts'

const created = await request(app).post(PROJECTS).set(kim).send(DOCUMENTED)
const read = await request(app).get(at('Tide Tables')).set(kim)
const [kept] = await records()

interface Schema {
  $ref?: string
  anyOf?: Schema[]
  type?: string
  items?: Schema
  properties?: Record<string, Schema>
}
const { $defs: schemas = {}, ...PROJECT } = z.toJSONSchema(ProjectShape, {
  io: 'input',
}) as Schema & { $defs?: Record<string, Schema> }

/** The types of values; of alternatives the first, which is the documented one. */
function shapeOf({ $ref, anyOf, type, items, properties }: Schema = {}): unknown {
  if ($ref !== undefined) return shapeOf(schemas[$ref.split('/').at(-1) ?? ''])
  if (anyOf !== undefined) return shapeOf(anyOf[0])
  if (type === 'array') return [shapeOf(items)]
  if (type !== 'object') return type
  const shapes = Object.entries(properties ?? {}).map(([name, schema]) => [name, shapeOf(schema)])
  return Object.fromEntries(shapes)
}

/** Expects the field to be stored, returned and described with this shape. */
function expectField(path: string, shape: unknown): void {
  const keys = path.split('.')
  const sent = valueAt(DOCUMENTED, keys)
  expect(sent).toBeDefined()
  for (const held of [created.body, read.body, kept]) expect(valueAt(held, keys)).toEqual(sent)
  expect(valueAt(shapeOf(PROJECT), keys)).toEqual(shape)
}

const OBJECT = expect.objectContaining({})
const BOTH = { main: ['string'], others: ['string'] }
const BOOLEANS = Object.fromEntries(Object.keys(flags).map((flag) => [flag, 'boolean']))

describe('a documented field is stored, returned and described', () => {
  // spec: 2.1-r1a 2.1-r1b 2.1-r1c 2.1-r1d
  it.each([
    ['user', [OBJECT]],
    ['user.0.email', 'string'],
    ['user.0.roles', ['string']],
    ['user.0.grade', 'string'],
  ])('of people: %s', expectField)

  // spec: 2.1-r2a 2.1-r2b 2.1-r2c 2.1-r2d
  it.each([
    ['details', [OBJECT]],
    ['details.0.name', 'string'],
    ['details.0.short_name', 'string'],
    ['details.0.documentation_link', ['string']],
  ])('of details: %s', expectField)

  // spec: 2.1-r2e 2.1-r2f 2.1-r2g 2.1-r2h
  it.each([
    ['details.0.project_description', 'string'],
    ['details.0.programme_name', 'string'],
    ['details.0.programme_short_name', 'string'],
    ['details.0.project_dependencies', [{ name: 'string', description: 'string' }]],
  ])('of details, continued: %s', expectField)

  // spec: 2.1-r3 2.1-r4a 2.1-r4b 2.1-r4c
  it.each([
    ['developed', ['string']],
    ['source_control', [OBJECT]],
    ['source_control.0.type', 'string'],
    ['source_control.0.links', [{ description: 'string', url: 'string' }]],
  ])('of development: %s', expectField)

  // spec: 1-s4 2.1-r5 2.1-r6 2.1-r7
  it.each([
    ['architecture', OBJECT],
    ['stage', 'string'],
    ['supporting_tools', OBJECT],
  ])('of the project: %s', expectField)

  // spec: 2.2-r1 2.2-r2 2.2-r3 2.2-r4 2.2-r5
  it.each([
    ['architecture.hosting', { type: ['string'], details: ['string'] }],
    ['architecture.database', BOTH],
    ['architecture.languages', BOTH],
    ['architecture.frameworks', BOTH],
    ['architecture.cicd', BOTH],
  ])('of the architecture: %s', expectField)

  // spec: 2.2-r6 2.2-r7 2.2-r8
  it.each([
    ['architecture.environments', BOOLEANS],
    ['architecture.infrastructure', BOTH],
    ['architecture.publishing', BOTH],
  ])('of the architecture, continued: %s', expectField)

  // spec: 2.3-r1 2.3-r2 2.3-r3 2.3-r5 2.3-r6 2.3-r7
  it.each(
    ['code_editors', 'ui_tools', 'diagram_tools', 'documentation_tools', 'communication_tools']
      .concat('collaboration_tools')
      .map((tool) => [`supporting_tools.${tool}`, BOTH] as const),
  )('of supporting tools: %s', expectField)

  // spec: 2.3-r4 2.3-r8
  it.each([
    ['supporting_tools.project_tracking_tools', 'string'],
    ['supporting_tools.incident_management', 'string'],
  ])('of supporting tools, one string: %s', expectField)
})
