import { z } from 'zod'

/** The schemas that describe others; they are converted only where a description is made. */
const DESCRIPTIONS = z.registry<{ schema: unknown }>()

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

/** A schema that validates as `any`, in constant time, but has the description of another schema. */
export function describedAs<S extends z.ZodType>(
  any: S,
  schema: z.ZodType,
  meta: { id?: string; description?: string } = {},
): S {
  const described = any.meta(meta)
  DESCRIPTIONS.add(described, { schema })
  return described
}

/**
 * The `override` of `z.toJSONSchema` for schemas with `describedAs`. Named parts are in the `$defs` of each; the
 * description of the API moves them to its components.
 */
export function overrideDescribed({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType
  jsonSchema: object
}): void {
  const described = DESCRIPTIONS.get(zodSchema)
  if (!described) return
  const { $schema: _dialect, ...members } = z.toJSONSchema(described.schema as z.ZodType, {
    io: 'input',
    override: overrideDescribed,
  })
  // Members that the schema itself states, such as a description, take precedence.
  const stated = Object.keys(z.globalRegistry.get(zodSchema) ?? {})
  const statedMembers = Object.entries(jsonSchema).filter(([name]) => stated.includes(name))
  Object.assign(jsonSchema, members, Object.fromEntries(statedMembers))
}
