import { z } from 'zod'
import { line } from './line.ts'
import type { Choices, ChoiceSchema, OrNull } from './sim-field-schemas.ts'
import { type SimField, simFields, type SimFields, type SimFieldsWith, simFieldsWith } from './sim-fields.ts'

type EditSchema<Field> = OrNull<Field, Field extends { choices: infer Values extends Choices } ? ChoiceSchema<Values> : z.ZodString>
type EditableField = SimFieldsWith<{ editable: true }>

function editSchema({ choices, pattern, max = 100, blanks }: SimField): z.ZodType {
  const schema = choices ? z.enum(choices) : pattern ? z.string().regex(pattern) : line(max).min(1)
  return blanks ? schema.nullable() : schema
}

const newSchema = (field: SimField): z.ZodType => editSchema(field).default(field.initial ?? null)

const editable = simFieldsWith({ editable: true })

/** The editable fields of a SIM that is changed. */
export const changedFields = Object.fromEntries(editable.map((name) => [name, editSchema(simFields[name])])) as {
  [Name in EditableField]: EditSchema<SimFields[Name]>
}

/** The editable fields of a new SIM. A field that is left out is blank or has its initial value. */
export const newFields = Object.fromEntries(editable.map((name) => [name, newSchema(simFields[name])])) as {
  [Name in EditableField]: z.ZodDefault<EditSchema<SimFields[Name]>>
}
