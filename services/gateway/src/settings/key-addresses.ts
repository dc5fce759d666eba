interface KeySettings {
  IDP_USER_POOL_ID?: string | undefined
  LB_ARN?: string | undefined
  IDP_JWKS_URI?: string | undefined
  LB_PUBLIC_KEYS_URI?: string | undefined
}

/** Where public keys are: as set, else where the cloud keeps them for this pool and region. */
export function keyAddresses(env: KeySettings): { idpKeys: string; loadBalancerKeys: string } {
  const poolRegion = env.IDP_USER_POOL_ID?.split('_', 1)[0]
  const issuer = `https://cognito-idp.${poolRegion}.amazonaws.com/${env.IDP_USER_POOL_ID}`
  const balancerRegion = env.LB_ARN?.split(':')[3]
  return {
    idpKeys: env.IDP_JWKS_URI ?? `${issuer}/.well-known/jwks.json`,
    loadBalancerKeys:
      env.LB_PUBLIC_KEYS_URI ?? `https://public-keys.auth.elb.${balancerRegion}.amazonaws.com`,
  }
}
