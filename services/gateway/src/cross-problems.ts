import { settingOf, type ConfigProblem } from '@landscape/config'
import { isLoopback } from '@landscape/http'

/** Settings that are fine one by one and unsafe together; read raw, so that none hides another. */
export function crossProblems(
  variables: Readonly<Record<string, string | undefined>>,
): ConfigProblem[] {
  const get = (name: string) => settingOf(variables, name)
  const development = get('NODE_ENV') === 'development'
  const onThisMachine = isLoopback(get('HOST') ?? (development ? '127.0.0.1' : '0.0.0.0'))
  const pool = get('IDP_USER_POOL_ID')
  const region = pool?.split('_', 1)[0]
  const problems: ConfigProblem[] = []
  if (development && pool !== undefined && !onThisMachine) {
    problems.push({
      name: 'NODE_ENV',
      problem:
        'development mode checks no tokens: it must not be combined with a user pool and a HOST that others can reach',
    })
  }
  if (isLocalPool(pool) && !onThisMachine) {
    problems.push({
      name: 'IDP_USER_POOL_ID',
      problem: 'belongs to the local identity provider, which needs HOST=127.0.0.1',
    })
  }
  const cloudRegion = get('CLOUD_REGION')
  if (cloudRegion !== undefined && region !== undefined && cloudRegion !== region) {
    problems.push({ name: 'CLOUD_REGION', problem: 'is not the region of IDP_USER_POOL_ID' })
  }
  const balancerRegion = get('LB_ARN')?.split(':')[3]
  if (balancerRegion !== undefined && region !== undefined && balancerRegion !== region) {
    problems.push({ name: 'LB_ARN', problem: 'is not in the region of IDP_USER_POOL_ID' })
  }
  const open =
    get('PUBLIC_PREFIXES')
      ?.split(',')
      .map((path) => path.trim()) ?? []
  if (open.includes('none') && open.some((path) => path !== 'none' && path !== '')) {
    problems.push({ name: 'PUBLIC_PREFIXES', problem: 'combines "none" with other paths' })
  }
  const secret = get('INTERNAL_TOKEN_SECRET')
  if (secret !== undefined && secret === get('INTERNAL_TOKEN_SECRET_PREVIOUS')) {
    problems.push({
      name: 'INTERNAL_TOKEN_SECRET_PREVIOUS',
      problem: 'is the same as INTERNAL_TOKEN_SECRET',
    })
  }
  return problems
}

/** Whether a user pool is that of the local identity provider, whose keys anybody may hold. */
export function isLocalPool(userPoolId: string | undefined): boolean {
  return userPoolId?.startsWith('xx-local-1_') ?? false
}
