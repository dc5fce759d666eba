import NodeEnvironment from '@stryker-mutator/jest-runner/jest-env/node'

/** The change that a test has noticed, in this file of tests or in one before: one process tries many. */
let noticed

/**
 * Where tests try a changed program: once one of them has noticed the change, the others are skipped.
 * Of a change that makes tests wait for ever, only the first is waited for.
 */
export default class UntilNoticed extends NodeEnvironment {
  constructor(...args) {
    super(...args)
    const { handleTestEvent } = this
    this.handleTestEvent = async (event, state) => {
      await handleTestEvent(event, state)
      const change = process.env.__STRYKER_ACTIVE_MUTANT__
      if (change === undefined) return
      if (event.name === 'test_fn_failure' || event.name === 'hook_failure') noticed = change
      if (event.name !== 'test_start' || noticed !== change) return
      // One whose preparation failed for all has its error already, and tells of it without running.
      if (event.test.errors.length === 0) event.test.mode = 'skip'
    }
  }
}
