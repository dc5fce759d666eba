import { allRoutes } from './all-routes.ts'
import { composeDescription } from './compose.ts'
import { readExamples } from './examples.ts'

/** The API description of the present routes. */
export function describedRoutes() {
  return composeDescription(Object.values(allRoutes()).flat(), readExamples())
}
