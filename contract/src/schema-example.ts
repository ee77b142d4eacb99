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
 * An input for the schema, of the simplest values: the first of several, the smallest number, `x`. `all`: with the optional fields too. Rules
 * that a JSON schema cannot state, such as the form of a text, may not hold for it.
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
