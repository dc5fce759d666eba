/**
 * Adds numbers digit by digit, because sums of binary fractions differ from those of their decimals:
 * 0.1 and 0.2 are 0.3.
 */
export function addDecimals(numbers: readonly number[]): number {
  const parts = numbers.map(partsOf)
  const places = Math.max(0, ...parts.map((part) => part.places))
  const total = parts.reduce(
    (sum, part) => sum + part.digits * 10n ** BigInt(places - part.places),
    0n,
  )
  return Number(`${total}e-${places}`)
}

/** Multiplies two numbers digit by digit. */
export function multiplyDecimal(number: number, factor: number): number {
  const [a, b] = [partsOf(number), partsOf(factor)]
  return Number(`${a.digits * b.digits}e-${a.places + b.places}`)
}

/** The digits of a number without its point, and the number of its decimals. */
function partsOf(number: number): { digits: bigint; places: number } {
  const [mantissa = '0', exponent = '0'] = String(number).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const places = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction)
  return places < 0 ? { digits: digits * 10n ** BigInt(-places), places: 0 } : { digits, places }
}
