/** The outcome of one vector; `why` says what differed. */
export interface VectorResult {
  name: string
  ok: boolean
  why?: string
}
