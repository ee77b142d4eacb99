/**
 * Answers that are shared by the callers who ask at the same time, and kept for `times` the time that the last one took to make. A failure is
 * not kept.
 */
export function keptFor<Answer>(times: number, make: () => Promise<Answer>): () => Promise<Answer> {
  let present: Promise<Answer> | null = null
  return () => {
    if (present) return present
    const begun = performance.now()
    const made = make()
    present = made
    const forget = (): void => {
      present = null
    }
    made.then(() => setTimeout(forget, (performance.now() - begun) * times).unref(), forget)
    return made
  }
}
