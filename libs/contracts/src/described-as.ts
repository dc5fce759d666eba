import { z } from 'zod'

/**
 * A string that matches a pattern.
 *
 * @param message error message
 * @param detail the requirement: "must be …"
 */
export function matching(form: RegExp, message: string, detail: string) {
  const isOfForm = (text: string) => form.test(text)
  return describedAs(
    z.string(message).refine(isOfForm, { message, params: { detail } }),
    z.string().regex(form),
  )
}

/**
 * A schema that validates as `any`, in constant time, but has the description of another schema. Named parts
 * are in its `$defs`; `withNamedSchemas` of `@landscape/http` moves them to the components of the API
 * description.
 */
export function describedAs<S extends z.ZodType>(
  any: S,
  schema: z.ZodType,
  meta: { id?: string; description?: string } = {},
): S {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io: 'input' })
  return any.meta({ ...described, ...meta })
}
