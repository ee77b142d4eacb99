/** Settles as `operation` does, or rejects after the time limit. A later result is ignored. */
export function inTime<Answer>(ms: number, operation: Promise<Answer>): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the answer came too late')), ms)
  return Promise.race([operation, late]).finally(() => clearTimeout(timer))
}
