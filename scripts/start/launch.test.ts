import { once } from 'node:events'
import { nodeFor } from '@landscape/dev/node-for'
import { describe, expect, it } from '@jest/globals'
import { ended, launch } from './launch.ts'

/** Preloaded, it tells how the process runs. */
const TELL = 'data:text/javascript,process.send([process.execArgv,process.env.NODE_OPTIONS])'

describe('launch', () => {
  it.each(['gateway', 'data'] as const)(
    'runs a service as Node is to run it, with what settings add to that: %s',
    async (name) => {
      const env = { PATH: process.env['PATH'], NODE_OPTIONS: `--import=${TELL}` }
      const plan = { name, script: `services/${name}/src/main.ts`, url: '', listens: [], env }
      const child = launch(plan, 'pipe')
      const [[flags, options]] = (await once(child, 'message')) as [[string[], string]]
      child.kill()
      await ended(child)
      const node = nodeFor(name)
      expect(flags).toEqual(node.execArgv)
      expect(options.split(' ')).toEqual([node.env.NODE_OPTIONS, env.NODE_OPTIONS])
    },
  )
})
