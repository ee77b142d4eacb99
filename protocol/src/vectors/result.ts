/** How one vector ended; `why` says what differed when it failed. */
export type VectorResult = {
  readonly name: string
  readonly ok: boolean
  readonly why?: string
}
