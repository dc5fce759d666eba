/** A suite that ends before an error that nobody handles, for native.system.test.ts. */
import { it } from '@jest/globals'

it('leaves a rejected promise', () => {
  void Promise.reject(new Error('too late'))
})
