const microsecondsPerMillisecond = 1000

/** An ISO moment in microseconds since 1970, rounded as PostgreSQL rounds it. */
export function microsecondsOf(moment: string): number {
  const fraction = /\.(\d+)/.exec(moment)?.[1] ?? ''
  const seconds = Date.parse(moment.replace(/\.\d+/, ''))
  return seconds * microsecondsPerMillisecond + Math.round(Number(`0.${fraction || '0'}`) * 1e6)
}
