import { describe, expect, it } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import request from 'supertest'
import { tideTables, tideTablesRow } from '../src/csv/csv-rows.fixture.ts'
import { dataService } from './data-service.ts'

type Row = Partial<typeof tideTablesRow>
const { details, source_control, architecture, supporting_tools, user } = tideTables
const withDetail = (more: object) => ({ details: [{ ...details[0], ...more }] })
const withUser = (more: object) => ({ user: [{ ...user[0], ...more }] })
const withSource = (more: object) => ({ source_control: [{ ...source_control[0], ...more }] })
const withPart = (more: object) => ({ architecture: { ...architecture, ...more } })
const withTool = (more: object) => ({ supporting_tools: { ...supporting_tools, ...more } })

/** Expects the row of a project with a malformed part; `differs` has the columns that change. */
async function expectRow(part: object, differs: Row): Promise<void> {
  const { app } = await dataService({ projects: { projects: [{ ...tideTables, ...part }] } })
  const json = await request(app).get('/api/csv')
  expect([json.status, json.body]).toEqual([200, [{ ...tideTablesRow, ...differs }]])
  const csv = await request(app).get('/api/csv?format=csv')
  const [row] = parse<Record<string, string>>(csv.text, { columns: true })
  const strings = Object.entries(differs).filter(([, value]) => typeof value === 'string')
  expect(row).toMatchObject(Object.fromEntries(strings))
}

const noContact = { Technical_Contact: '' }
const noArchitecture = {
  Language_Main: '',
  Language_Others: '',
  Language_Frameworks: '',
  Hosted: '',
  Architectures: '',
  Environments: '',
  CICD: '',
  Datastores: '',
  Database_Technologies: '',
  Infrastructure: '',
  Publishing_Target: '',
}
const noTools = {
  Project_Tools: '',
  Code_Editors: '',
  Communication: '',
  Collaboration: '',
  Incident_Management: '',
  Documentation_Tools: '',
  UI_Tools: '',
  Diagram_Tools: '',
  Miscellaneous: '',
}
const noDatabase = { Datastores: '', Database_Technologies: '' }

describe('a row of a project with malformed parts', () => {
  // spec, otherwise: 2.1-r1b 2.1-r1c 2.1-r1d
  it.each<[object, Row]>([
    [{ user: 'kim' }, noContact],
    [withUser({ email: 7 }), noContact],
    [withUser({ email: {} }), noContact],
    [withUser({ roles: 'Technical Contact' }), {}],
    [withUser({ roles: { main: 'Technical Contact' } }), noContact],
    [withUser({ roles: 5 }), noContact],
    [withUser({ grade: 7 }), { Technical_Contact: 'kim@department.example ()' }],
    [withUser({ grade: ['SEO'] }), { Technical_Contact: 'kim@department.example ()' }],
  ])('has defined columns for users: %j', expectRow)

  // spec, otherwise: 2.1-r2c 2.1-r2d 2.1-r2e 2.1-r2f 2.1-r2g 2.1-r2h
  it.each<[object, Row]>([
    [withDetail({ short_name: 5 }), { Project_Short: '' }],
    [withDetail({ short_name: { a: 'TT' } }), { Project_Short: '' }],
    [
      withDetail({ documentation_link: 'https://a.example' }),
      { Documentation: 'https://a.example' },
    ],
    [withDetail({ documentation_link: { url: 'x' } }), { Documentation: '' }],
    [withDetail({ project_description: ['a', 'b'] }), { Description: '' }],
    [withDetail({ project_description: true }), { Description: '' }],
    [withDetail({ programme_name: null }), { Programme: '' }],
    [withDetail({ programme_name: ['Coastal'] }), { Programme: '' }],
    [withDetail({ programme_short_name: {} }), { Programme_Short: '' }],
    [withDetail({ project_dependencies: 'Harbour API' }), { Project_Dependencies: [] }],
    [withDetail({ project_dependencies: [null, 5, { name: {} }] }), { Project_Dependencies: [] }],
    [
      { details: 'Tide Tables' },
      {
        Project: '',
        Project_Short: '',
        Programme: '',
        Programme_Short: '',
        Description: '',
        Documentation: '',
        Project_Dependencies: [],
      },
    ],
  ])('has defined columns for details: %j', expectRow)

  // spec, otherwise: 2.1-r3 2.1-r4a 2.1-r4b 2.1-r4c
  it.each<[object, Row]>([
    [{ developed: 'In House' }, {}],
    [{ developed: 5 }, { Developed: '' }],
    [{ developed: { by: 'us' } }, { Developed: '' }],
    [{ source_control: 'Github' }, { Source_Control: '', Repo: '' }],
    [{ source_control: { type: 'Github' } }, { Source_Control: '', Repo: '' }],
    [withSource({ type: ['Github'] }), { Source_Control: '' }],
    [withSource({ type: {} }), { Source_Control: '' }],
    [withSource({ links: 'https://scm.example' }), { Repo: '' }],
    [withSource({ links: [null, 'https://a.example', { url: [1] }] }), { Repo: '' }],
  ])('has defined columns for development: %j', expectRow)

  // spec, otherwise: 2.1-r5 2.2-r1 2.2-r2 2.2-r3 2.2-r4 2.2-r5
  it.each<[object, Row]>([
    [{ architecture: ['Cloud'] }, noArchitecture],
    [{ architecture: 7 }, noArchitecture],
    [withPart({ hosting: 'Cloud' }), { Hosted: '', Architectures: '' }],
    [withPart({ hosting: { type: 'Cloud', details: 5 } }), { Architectures: '' }],
    [withPart({ database: [] }), noDatabase],
    [withPart({ database: { main: 'PostgreSQL', others: {} } }), { Datastores: '' }],
    [withPart({ languages: '' }), { Language_Main: '', Language_Others: '' }],
    [
      withPart({ languages: { main: 'python', others: 5 } }),
      { Language_Main: 'python', Language_Others: '' },
    ],
    [withPart({ frameworks: 'Express' }), { Language_Frameworks: 'Express' }],
    [withPart({ frameworks: { main: true } }), { Language_Frameworks: '' }],
    [withPart({ cicd: { others: 'Concourse' } }), {}],
    [withPart({ cicd: null }), { CICD: '' }],
    [withPart({ infrastructure: [5, 'a'] }), { Infrastructure: 'a' }],
    [withPart({ publishing: { main: { a: 1 }, others: [null] } }), { Publishing_Target: '' }],
    [withPart({ environments: ['dev'] }), { Environments: '' }],
  ])('has defined columns for the architecture: %j', expectRow)

  // spec, otherwise: 2.1-r6
  it.each<[object, Row]>([
    [{ stage: 5 }, { Stage: '' }],
    [{ stage: ['Development'] }, { Stage: '' }],
    [{ stage: { now: 'Development' } }, { Stage: '' }],
    [{ stage: null }, { Stage: '' }],
  ])('has defined columns for the stage: %j', expectRow)

  // spec, otherwise: 2.1-r7 2.3-r1 2.3-r2 2.3-r3 2.3-r4 2.3-r8
  it.each<[object, Row]>([
    [{ supporting_tools: 7 }, noTools],
    [{ supporting_tools: ['Jira'] }, noTools],
    [withTool({ code_editors: 'VSCode' }), { Code_Editors: 'VSCode' }],
    [withTool({ ui_tools: { main: 'Figma' } }), {}],
    [withTool({ diagram_tools: 5 }), { Diagram_Tools: '' }],
    [withTool({ project_tracking_tools: [] }), { Project_Tools: '' }],
    [withTool({ project_tracking_tools: ['Jira', 'Trello'] }), { Project_Tools: 'Jira; Trello' }],
    [withTool({ documentation_tools: null }), { Documentation_Tools: '' }],
    [withTool({ communication_tools: [['Slack']] }), { Communication: '' }],
    [withTool({ collaboration_tools: { others: { a: 1 } } }), { Collaboration: '' }],
    [withTool({ incident_management: { name: 'ServiceNow' } }), { Incident_Management: '' }],
    [withTool({ miscellaneous: 'Pager' }), { Miscellaneous: '' }],
  ])('has defined columns for supporting tools: %j', expectRow)
})
