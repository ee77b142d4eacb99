/** The choices that a console offers for the time since the last data from a SIM. `never` means that no data ever came. */
export const silences = ['1h', '24h', '3d', '7d', '3x', 'never'] as const

/**
 * A time since the last data: `never`; a number of minutes, hours or days such as `90m`, `36h` or `14d`; a number of the SIM's own poll
 * intervals such as `3x`; or from one number of them until another one, such as `1-3x`.
 */
export const silencePattern = /^(never|[1-9]\d{0,3}[mhd]|[1-9]\d{0,3}(-[1-9]\d{0,3})?x)$/
/** A SIM in use counts as silent after this number of its own poll intervals, unless the setting says another one. */
export const defaultSilentIntervals = 3
/** The greatest number that the setting allows. */
export const maxSilentIntervals = 100
export const maxSilences = 8
/** The greatest length of several of them in an address. */
export const longestSilences = 60

/** More than `intervals` own poll intervals, but not more than `most`, which is `Infinity` without a limit. */
export type OwnIntervals = { intervals: number; most: number }
export type Silence = { kind: 'never' } | { kind: 'minutes'; minutes: number } | ({ kind: 'intervals' } & OwnIntervals)

export function silenceOf(text: string): Silence {
  if (text === 'never') return { kind: 'never' }
  const unit = text.at(-1) as 'm' | 'h' | 'd' | 'x'
  const [count = 0, most = Infinity] = text.slice(0, -1).split('-').map(Number)
  if (unit === 'x') return { kind: 'intervals', intervals: count, most }
  return { kind: 'minutes', minutes: count * { m: 1, h: 60, d: 1440 }[unit] }
}

/** The own poll interval of a SIM whose interval is not known, since it polled at most once. */
export const assumedPollSeconds = 86_400
/** Shorter intervals are those of repeated attempts; no poller has one. */
export const shortestPollSeconds = 300

/** The own poll interval by which the silence of a SIM is judged. `seconds` is its observed interval; null: not known. */
export const ownPollSeconds = (seconds: number | null): number => Math.max(seconds ?? assumedPollSeconds, shortestPollSeconds)
