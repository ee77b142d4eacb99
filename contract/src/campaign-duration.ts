import type { DailyWindow } from './rollout.ts'

const minutesIn = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const dayMinutes = 24 * 60
const longest = 2_147_483_647

/** The share of a day that a daily window takes. */
function shareOf({ from, to }: Pick<DailyWindow, 'from' | 'to'>): number {
  return ((minutesIn(to) - minutesIn(from) + dayMinutes) % dayMinutes) / dayMinutes
}

/**
 * The seconds that the polls of a whole campaign take, from its start: `waveSeconds` for each wave, twice for a wave whose SIMs must poll
 * again, and only inside the daily window. Null if a user releases the waves. The limits of sessions at once do not count.
 */
export function campaignSeconds(
  waveSeconds: number,
  {
    waves,
    next,
    pollsAgain,
    window,
  }: { waves: number; next: 'automatic' | 'manual'; pollsAgain: boolean; window: Pick<DailyWindow, 'from' | 'to'> | null },
): number | null {
  if (waves > 1 && next === 'manual') return null
  const rounds = Math.max(0, waves - 1) * (pollsAgain ? 2 : 1) + 1
  return Math.min(longest, Math.round((waveSeconds * rounds) / (window ? shareOf(window) : 1)))
}
