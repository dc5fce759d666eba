import { ModuleMocker } from 'jest-mock'

/** Jest's `testEnvironment` without a realm of its own: suites run in the globals of the worker. */
export default class NativeEnvironment {
  global = {}
  moduleMocker = new ModuleMocker(globalThis)
  exportConditions() {
    return ['node', 'node-addons']
  }
  getVmContext() {
    return null
  }
  async setup() {}
  async teardown() {}
}
