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

/**
 * For what somebody else checks, or nobody: takes whatever `any` does, in no time that grows with it, and
 * is described as another schema. Its parts that have names are in `$defs` there: `withNamedSchemas` of
 * `@landscape/http` puts them where all of a description's are.
 */
export function describedAs<S extends z.ZodType>(
  any: S,
  schema: z.ZodType,
  meta: { id?: string; description?: string } = {},
): S {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io: 'input' })
  return any.meta({ ...described, ...meta })
}
