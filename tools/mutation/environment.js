import NodeEnvironment from '@stryker-mutator/jest-runner/jest-env/node'

/** The mutant that a test of this process has killed. */
let killed

/**
 * Skips the remaining tests of a mutant once one of them has killed it: a mutant that never terminates
 * costs one timeout.
 */
export default class UntilKilled extends NodeEnvironment {
  constructor(...args) {
    super(...args)
    const { handleTestEvent } = this
    this.handleTestEvent = async (event, state) => {
      await handleTestEvent(event, state)
      const mutant = process.env.__STRYKER_ACTIVE_MUTANT__
      if (mutant === undefined) return
      if (event.name === 'test_fn_failure' || event.name === 'hook_failure') killed = mutant
      if (event.name !== 'test_start' || killed !== mutant) return
      // A test with a failed `beforeAll` already has its error.
      if (event.test.errors.length === 0) event.test.mode = 'skip'
    }
  }
}
