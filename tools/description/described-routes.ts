import { allRoutes } from './all-routes.ts'
import { composeDescription } from './compose.ts'

/** The API description of the present routes. */
export function describedRoutes() {
  return composeDescription(Object.values(allRoutes()).flat())
}
