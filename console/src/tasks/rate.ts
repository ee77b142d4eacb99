/** Progress at a moment. `at` is in milliseconds since 1970. */
export interface Sample {
  at: number
  done: number
}

const windowMs = 20_000

/** Samples for the current rate: the new one, those of the last twenty seconds and, if there are none, the last one before them. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1)
  if (last && (sample.done < last.done || sample.at < last.at)) return [sample]
  if (last && sample.done === last.done) return samples
  const recent = samples.filter(({ at }) => sample.at - at <= windowMs)
  return [...(recent.length > 0 || !last ? recent : [last]), sample]
}

/** Rate per second. Null until there are samples with different progress. */
export function ratePerSecond(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at <= first.at || last.done <= first.done) return null
  return ((last.done - first.done) * 1000) / (last.at - first.at)
}

/** A rate rounded to two significant digits: 8.4, 120, 13,000. */
export function roundedRate(rate: number): number {
  return rate < 10 ? Math.max(0.1, Math.round(rate * 10) / 10) : Number(rate.toPrecision(2))
}

export type Duration = { seconds: number } | { minutes: number } | { hours: number; minutes: number }

/**
 * A remaining time, rounded up: to five seconds below a minute, otherwise to minutes. It is rounded up because users prefer a task
 * that ends early to one that ends late.
 */
export function roundedDuration(seconds: number): Duration {
  if (seconds <= 55) return { seconds: Math.max(5, Math.ceil(seconds / 5) * 5) }
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? { minutes } : { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}
