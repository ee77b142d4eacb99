/** A start whose answer has not come. Its campaign may exist. */
export interface UnansweredStart {
  /** The name of the campaign. */
  name: string
  since: number
  /** True if the call ended without an answer; false while it runs. */
  lost: boolean
}
