/** A suite that cannot be loaded, for native.system.test.ts. */
throw new Error('cannot load')
