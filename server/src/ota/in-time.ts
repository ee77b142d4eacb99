/** Settles as `work` does, or rejects after the time limit. A later result is ignored. */
export function inTime<Answer>(ms: number, work: Promise<Answer>): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the answer came too late')), ms)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
