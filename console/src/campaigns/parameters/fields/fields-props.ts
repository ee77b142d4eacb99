import type { FieldProblems } from '../draft/rules.ts'

export interface FieldsProps<Draft> {
  value: Draft
  onChange: (value: Draft) => void
  problems: FieldProblems
  /** True to show the problems of all fields, not only of those that the user has left. */
  tried: boolean
}
