/** What identifies a user pool, its client and the load balancer in front of it. */
export interface Pool {
  userPoolId: string
  clientId: string
  loadBalancerArn: string
}

/**
 * The only pool that the local provider is made for. It is in a region that does not exist: no
 * token of the local provider can ever fit a real pool, whatever is configured.
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
    // The tokens look like a load balancer's, but nothing stands in front of the gateway.
    TRUSTED_PROXIES: '0',
  }
}
