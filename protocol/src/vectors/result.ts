/** The result of one vector. `why` names the differences of a failed vector. */
export type VectorResult = {
  readonly name: string
  readonly ok: boolean
  readonly why?: string
}
