import { z } from 'zod'

/**
 * A text of a form, described by its pattern.
 *
 * @param message of its refusal
 * @param detail what belongs there: "has to be …"
 */
export function matching(form: RegExp, message: string, detail: string) {
  const isOfForm = (text: string) => form.test(text)
  return describedAs(
    z.string(message).refine(isOfForm, { message, params: { detail } }),
    z.string().regex(form),
  )
}

/** A named part would be referred to, by a place that the description it comes into does not have. */
class WithoutIds extends z.core.$ZodRegistry<Record<string, unknown>> {
  override get(schema: z.core.$ZodType) {
    const { id: _id, ...meta } = z.globalRegistry.get(schema) ?? {}
    return meta
  }
}
const WITHOUT_IDS = new WithoutIds()

/**
 * For what somebody else checks, or nobody: takes whatever `any` does, in no time that grows with it, and
 * is described as another schema.
 */
export function describedAs<S extends z.ZodType>(
  any: S,
  schema: z.ZodType,
  meta: { id?: string; description?: string } = {},
): S {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io: 'input',
    metadata: WITHOUT_IDS,
  })
  return any.meta({ ...described, ...meta })
}
