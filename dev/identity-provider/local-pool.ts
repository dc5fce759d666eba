/** Identifiers of a user pool, its client and its load balancer. */
export interface Pool {
  userPoolId: string
  clientId: string
  loadBalancerArn: string
}

/**
 * The pool of the local provider. Its region does not exist, so no real pool accepts tokens of the local
 * provider.
 */
export const LOCAL_POOL: Pool = {
  userPoolId: 'xx-local-1_Development',
  clientId: 'landscape-local',
  loadBalancerArn:
    'arn:aws:elasticloadbalancing:xx-local-1:000000000000:loadbalancer/app/landscape/0000000000000000',
}

/** Settings under which the gateway accepts the tokens of a provider at an address. */
export function localSettings(pool: Pool, address: string): Record<string, string> {
  return {
    IDP_USER_POOL_ID: pool.userPoolId,
    IDP_USER_POOL_CLIENT_ID: pool.clientId,
    LB_ARN: pool.loadBalancerArn,
    IDP_JWKS_URI: `${address}/${pool.userPoolId}/.well-known/jwks.json`,
    LB_PUBLIC_KEYS_URI: `${address}/load-balancer-keys`,
    // The tokens imitate a load balancer, but the gateway has no proxy.
    TRUSTED_PROXIES: '0',
  }
}
