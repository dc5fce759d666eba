import { describe, expect, it } from '@jest/globals'
import { planCollector, planMonths } from './collector.ts'
import { planServices } from './plan.ts'

const env = {
  NODE_ENV: 'development',
  OBJECT_STORE: 'embedded',
  SCM_ORG: 'acme',
  SCM_APP_ID: '1001',
  SECRET_NAME: 'app-key',
  CLOUD_REGION: 'eu-west-2',
}
const { services } = planServices(env)

describe('planCollector', () => {
  it('runs the collector with the assistant at the interval', () => {
    const every = { ...env, COLLECT_EVERY_MINUTES: '60' }
    const { collector } = planCollector(every, services)
    expect(collector).toMatchObject({ name: 'collector', args: ['--every'], env: every })
    expect(planCollector(every, planServices(env, ['data']).services)).toEqual({})
  })

  it('runs none without an interval', () => {
    expect(planCollector(env, services)).toEqual({})
  })

  it('names the settings of the host that are missing', () => {
    const { SCM_ORG: _org, ...others } = env
    expect(planCollector({ ...others, COLLECT_EVERY_MINUTES: '60' }, services)).toEqual({
      notice: 'collector: not started, because SCM_ORG is not set',
    })
  })
})

describe('planMonths', () => {
  it('runs once, with the data service', () => {
    const script = 'services/data/src/keep.ts'
    expect(planMonths(env, services)).toEqual([{ name: 'months', script, env }])
    expect(planMonths(env, planServices(env, ['projects']).services)).toEqual([])
  })
})
