const microsecondsPerMillisecond = 1000
const units = { m: 60e6, h: 3600e6, d: 86_400e6 } as const

/** An ISO moment in microseconds since 1970, rounded as PostgreSQL rounds it. */
export function microsecondsOf(moment: string): number {
  const fraction = /\.(\d+)/.exec(moment)?.[1] ?? ''
  const seconds = Date.parse(moment.replace(/\.\d+/, ''))
  return seconds * microsecondsPerMillisecond + Math.round(Number(`0.${fraction || '0'}`) * 1e6)
}

/** The length of a silence, such as 90m, 24h or 7d, in microseconds. */
export function silenceOf(silence: string): number {
  const [, count = '', unit = ''] = /^(\d{1,4})([mhd])$/.exec(silence) ?? []
  if (!(unit in units)) throw new Error(`${silence} is no time`)
  return Number(count) * units[unit as keyof typeof units]
}
