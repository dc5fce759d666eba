/** Claims of a token whose signature, issuer, client and validity are proven. */
export type Claims = Readonly<Record<string, unknown>> & { sub: string; exp: number }

/**
 * Verifies one kind of token; results may be cached until the keys are fetched again.
 * Rejects with an error of aws-jwt-verify.
 */
export type VerifyToken = (token: string) => Promise<Claims>
