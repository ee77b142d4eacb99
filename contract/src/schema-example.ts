import { z } from 'zod'

type JsonSchema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  minimum?: number
  minItems?: number
  minLength?: number
}

/**
 * Makes an input for the schema from simple values: the first option, the smallest number, `x`. With `all` it has the optional fields too.
 * The input may violate rules that a JSON schema cannot state, such as the format of a text.
 */
export function exampleFor(schema: z.ZodType, fields: 'required' | 'all'): unknown {
  return valueOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, fields)
}

function valueOf(schema: JsonSchema, fields: 'required' | 'all'): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return valueOf(schema.anyOf[0] ?? {}, fields)
  if (schema.properties || schema.type === 'object') {
    const { properties = {}, required = [] } = schema
    const wanted = Object.entries(properties).filter(([name]) => fields === 'all' || required.includes(name))
    return Object.fromEntries(wanted.map(([name, property]) => [name, valueOf(property, fields)]))
  }
  if (schema.type === 'array') return fields === 'all' || schema.minItems ? [valueOf(schema.items ?? {}, fields)] : []
  if (schema.type === 'boolean') return false
  if (schema.type === 'number' || schema.type === 'integer') return Math.max(schema.minimum ?? 1, 1)
  return 'x'.repeat(schema.minLength ?? 1)
}
