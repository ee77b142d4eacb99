/** The result of one vector. `why` says what differs when it fails. */
export type VectorResult = {
  readonly name: string
  readonly ok: boolean
  readonly why?: string
}
