import request from 'supertest'
import type { projectService } from './project-service.ts'
import { as, at, project, PROJECTS } from './project-service.ts'

export const kim = await as('kim')
export const lee = await as('lee')
export type Service = Awaited<ReturnType<typeof projectService>>
export type Header = Record<string, string>

export const create = ({ app }: Service, name: string, as: Header, more: object = {}) =>
  request(app).post(PROJECTS).set(as).send(project(name, more))
export const update = ({ app }: Service, name: string, as: Header, body: object) =>
  request(app).put(at(name)).set(as).send(body)
export const remove = ({ app }: Service, name: string, as: Header) =>
  request(app).delete(at(name)).set(as)
export const history = ({ app }: Service, name: string, as: Header, query = '') =>
  request(app)
    .get(`${at(name)}/history${query}`)
    .set(as)
