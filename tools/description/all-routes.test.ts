import { expect, it } from '@jest/globals'
import { allRoutes } from './all-routes.ts'

it('allRoutes adds no listener to the process and its output', () => {
  const listeners = () => [process.listenerCount('exit'), process.stdout.listenerCount('error')]
  const before = listeners()
  allRoutes()
  expect(listeners()).toEqual(before)
})
